package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;

/**
 * One generator's shard of a load that several drive together. A run with a shard is a part of a
 * run: there is no verdict on it before {@code ./perf merge} has put all shards together.
 *
 * @param index the number of the shard, from 1
 * @param of the number of shards
 * @param start the time at which all shards were to begin the load of the first case
 * @param gapMs time between one case's load and the next one's, the same for all of them
 * @param clock the readings of this generator's clock, before and after the load
 * @param idle cases that have too little load to leave this shard any
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
