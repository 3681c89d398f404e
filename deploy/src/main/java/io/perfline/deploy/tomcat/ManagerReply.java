package io.perfline.deploy.tomcat;

/**
 * What the manager said. It answers HTTP 200 even when it fails: its text decides.
 *
 * @param line the first line, {@code OK - …} or {@code FAIL - …}
 * @param text all of it
 */
record ManagerReply(String line, String text) {

  static ManagerReply of(String text) {
    return new ManagerReply(text.lines().findFirst().orElse("(an empty answer)").strip(), text);
  }

  boolean isOk() {
    return line.startsWith("OK - ");
  }
}
