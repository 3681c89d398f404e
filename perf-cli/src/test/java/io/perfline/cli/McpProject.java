package io.perfline.cli;

import java.io.IOException;
import java.nio.file.Path;

/** A project with a small service, for a server of the Model Context Protocol. */
record McpProject(Path folder, OwnProject project) {

  private static final String PERF =
      """
      version: 1
      name: orders
      service:
        command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
        variables: {CLASSES: '%s'}
        ready: {get: /health, within: 60 s}
      load:
        checkout:
          rate: 50/s
          requests: [{post: /orders, body: '{}', expect: {status: 201}}]
      profiles: {commit: {warm_up: 1 s, warm_up_most: 2 s, duration: 6 s, at_most: 12 s}}
      """;

  /** Creates the project, whose service answers after 3 ms. */
  static McpProject in(Path folder) throws IOException, InterruptedException {
    OwnProject project = new OwnProject(folder);
    project.write("delay.txt", "3");
    project.write("thresholds.yml", OwnServiceIT.THRESHOLDS);
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classes = System.getProperty("java.class.path");
    project.write("perf.yml", PERF.formatted(java, SampleService.class.getName(), classes));
    project.commit("first");
    return new McpProject(folder, project);
  }

  /** Makes the service of the working tree slower. */
  void slow() throws IOException {
    project.write("delay.txt", "60");
  }
}
