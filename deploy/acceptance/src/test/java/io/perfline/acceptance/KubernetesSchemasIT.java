package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Validates the manifests of {@code deploy/kubernetes} with the schemas of Kubernetes' API, which
 * PyPI's kubernetes-validate contains, and kustomize's output if there is a kubectl. {@code
 * ./perfline-dev acceptance KubernetesSchemasIT} runs it.
 */
@Tag("acceptance")
class KubernetesSchemasIT {

  private static final Path FOLDER = Path.of("../deploy/kubernetes").toAbsolutePath().normalize();

  @TempDir static Path folder;
  private static Path validate;

  @ParameterizedTest
  @ValueSource(strings = {"1.29", "1.32", "1.37"})
  void manifestsMatchTheSchemas(String version) throws Exception {
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file :
          files
              .filter(
                  file -> file.toString().endsWith(".yaml") && !file.endsWith("kustomization.yaml"))
              .toList()) {
        run(List.of(validate().toString(), "--strict", "-k", version, file.toString()));
      }
    }
  }

  @Test
  void kustomizeCombinesTheManifests() throws Exception {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        Stream.of(System.getenv("PATH").split(":", -1))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "kubectl"))),
        "there is no kubectl");
    Path copy = folder.resolve("copy");
    Files.createDirectories(copy);
    run(List.of("cp", "-r", FOLDER.resolve("../..") + "/dashboards", copy.toString()));
    Path kubernetes = copy.resolve("deploy/kubernetes");
    Files.createDirectories(kubernetes.getParent());
    run(List.of("cp", "-r", FOLDER.toString(), kubernetes.toString()));
    Files.writeString(
        kubernetes.resolve("secrets.env"),
        Files.readString(kubernetes.resolve("secrets.env.example")).replace("=", "=a password"));

    Path whole = folder.resolve("whole.yaml");
    Files.writeString(whole, run(List.of("kubectl", "kustomize", kubernetes.toString())));

    run(List.of(validate().toString(), "--strict", whole.toString()));
  }

  private static Path validate() throws IOException, InterruptedException {
    if (validate == null) {
      Path python = folder.resolve("python");
      run(List.of("python3", "-m", "venv", python.toString()));
      run(List.of(python.resolve("bin/pip").toString(), "-q", "install", "kubernetes-validate"));
      validate = python.resolve("bin/kubernetes-validate");
    }
    return validate;
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Path out = folder.resolve("out.txt");
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start()
            .waitFor();
    assertThat(code).as(command + ": " + Files.readString(out)).isZero();
    return Files.readString(out);
  }
}
