package io.perfline.deploy.server;

import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public final class SampleProject {

  private SampleProject() {}

  /** Writes and reads a {@code perf.yml} whose service has these keys. */
  public static Project of(Path folder, String service) throws IOException {
    Path file = folder.resolve(Project.FILE);
    Files.writeString(
        file,
        """
        version: 1
        service: {%s}
        load: {a: {connections: 1, requests: [{get: /}]}}
        """
            .formatted(service));
    return ProjectFile.read(file);
  }
}
