package io.perfline.sims.gatling.load;

import java.util.Optional;
import java.util.OptionalInt;

/** The levels that a search for the capacity asks for, as long as there is time for another one. */
final class CapacitySearchSchedule implements LevelSchedule {

  private final CapacitySearch search;
  private final CapacityPlan plan;
  private final long warmUp;
  private final long length;
  private int users;

  CapacitySearchSchedule(HttpLoad load) {
    plan = load.capacity();
    search = new CapacitySearch(load.users(), plan.step());
    warmUp = load.warmUp().toMillis();
    length = load.length().toMillis();
  }

  @Override
  public Optional<Step> next(long now) {
    long rise = users == 0 ? warmUp : plan.rise().toMillis();
    long most = plan.hold().toMillis();
    OptionalInt next = search.next();
    if (next.isEmpty() || (users > 0 && now + rise + most > length)) {
      return Optional.empty();
    }
    users = next.getAsInt();
    return Optional.of(new Step(users, rise, most, true));
  }

  @Override
  public void held(boolean good) {
    search.tried(users, good);
  }
}
