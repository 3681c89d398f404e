package io.perfline.sims.driver.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A recording to be stored, and a page that has to be put together anew since: both count as one
 * request.
 */
final class FreshPage implements Requests {

  private final Requests post;
  private final Requests page;

  FreshPage(Requests post, Requests page) {
    this.post = post;
    this.page = page;
  }

  @Override
  public int parts() {
    return 2;
  }

  @Override
  public void write(OutputStream out, int part) throws IOException {
    of(part).write(out, 0);
  }

  @Override
  public String failure(int part, int status) {
    return of(part).failure(0, status);
  }

  private Requests of(int part) {
    return part == 0 ? post : page;
  }
}
