package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;

/**
 * The shard of one of several generators that drive a load together. A run with a shard is only a
 * part of a run, so it has no verdict before {@code ./perfline merge} has combined all shards.
 *
 * @param index the number of the shard, from 1
 * @param of the number of shards
 * @param start the time at which all shards were to start the load of the first case
 * @param gapMs the milliseconds between the loads of consecutive cases, which are the same for all
 *     shards
 * @param clock the readings of this generator's clock, before and after the load
 * @param idle the cases whose load is too small for this shard to get a part
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record RunShard(
    int index, int of, Instant start, long gapMs, List<ClockReading> clock, List<String> idle) {

  public RunShard {
    clock = List.copyOf(clock);
    idle = List.copyOf(idle);
  }

  @Override
  public String toString() {
    return index + "/" + of;
  }
}
