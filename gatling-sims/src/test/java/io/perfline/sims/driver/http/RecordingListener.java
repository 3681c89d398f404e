package io.perfline.sims.driver.http;

import io.perfline.sims.driver.RequestListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records every outcome. */
final class RecordingListener implements RequestListener {

  private final List<String> outcomes = new CopyOnWriteArrayList<>();

  @Override
  public void succeeded(long request, int messages, long bytes) {
    outcomes.add("%d: %d messages, %d bytes".formatted(request, messages, bytes));
  }

  @Override
  public void failed(long request, String kind) {
    outcomes.add("%d: %s".formatted(request, kind));
  }

  List<String> outcomes() {
    return outcomes;
  }
}
