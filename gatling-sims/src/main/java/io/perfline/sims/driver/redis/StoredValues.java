package io.perfline.sims.driver.redis;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** The values that one case stored, found by what their keys begin with. */
record StoredValues(Jedis jedis, String keys) {

  private static final int AT_A_TIME = 10_000;

  /** How many there are. A key that stays all the while is seen, perhaps more than once. */
  long count() {
    Set<String> seen = new HashSet<>();
    each(seen::addAll);
    return seen.size();
  }

  void remove() {
    each(found -> jedis.unlink(found.toArray(String[]::new)));
  }

  private void each(Consumer<List<String>> page) {
    ScanParams like = new ScanParams().match(keys + "*").count(AT_A_TIME);
    String at = ScanParams.SCAN_POINTER_START;
    do {
      ScanResult<String> found = jedis.scan(at, like);
      if (!found.getResult().isEmpty()) {
        page.accept(found.getResult());
      }
      at = found.getCursor();
    } while (!at.equals(ScanParams.SCAN_POINTER_START));
  }
}
