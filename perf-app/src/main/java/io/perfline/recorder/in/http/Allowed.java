package io.perfline.recorder.in.http;

import javax.servlet.http.HttpServletResponse;

/** The methods that an address answers to. */
final class Allowed {

  private Allowed() {}

  /** 405 for every other, naming those that are allowed. */
  static Problem only(HttpServletResponse response, String methods) {
    response.setHeader("Allow", methods);
    return new Problem(405, "Method Not Allowed", "only " + methods + " can be used here");
  }
}
