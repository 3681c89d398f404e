package io.perfline.sims.service;

import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.CostReading;
import java.util.ArrayList;
import java.util.List;

/** What two builds use together, whichever servers run them just now. */
final class MetersOfBoth implements CostMeter {

  private final List<CostMeter> meters = new ArrayList<>();

  /** Reads this server as well; of two, the candidate's is added first. */
  void add(CostMeter meter) {
    meters.add(meter);
  }

  @Override
  public CostReading read() {
    return meters.stream().map(CostMeter::read).reduce(CostReading::plus).orElse(CostReading.NONE);
  }

  @Override
  public CostMeter ofSide(int side) {
    return meters.size() == 2 ? meters.get(side) : this;
  }

  /** One server that is asked is enough to be no part of the load. */
  @Override
  public boolean readsAside() {
    return meters.stream().allMatch(CostMeter::readsAside);
  }

  @Override
  public String source() {
    return meters.isEmpty() ? "not measured" : meters.get(0).source();
  }

  /** Reads none any more, until others are added. */
  @Override
  public void close() {
    meters.forEach(CostMeter::close);
    meters.clear();
  }
}
