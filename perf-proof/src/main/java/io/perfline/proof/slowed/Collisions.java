package io.perfline.proof.slowed;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks something up by keys that all have the same hash. */
final class Collisions implements Slowdown {

  private record Key(int number) {
    @Override
    public int hashCode() {
      return 1;
    }
  }

  private final Map<Key, Integer> map = new HashMap<>();
  private final AtomicInteger next = new AtomicInteger();

  /**
   * @param keys how many
   */
  Collisions(long keys) {
    for (int i = 0; i < keys; i++) {
      map.put(new Key(i), i);
    }
  }

  @Override
  public void take() {
    int number = Math.floorMod(next.getAndIncrement(), map.size());
    if (map.get(new Key(number)) != number) {
      throw new IllegalStateException("a key is lost");
    }
  }
}
