package io.perfline.acceptance.jenkins;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The agents of {@code jenkins.yaml}, as processes on this machine. */
final class LoadGenerators implements AutoCloseable {

  /** An agent's secret is the first argument in its launch file. */
  private static final Pattern SECRET = Pattern.compile("<argument>([0-9a-f]{16,})</argument>");

  private final List<Process> processes = new ArrayList<>();

  /** Starts the agents; Jenkins waits for their connections. */
  static LoadGenerators start(JenkinsClient jenkins, URI url, Path folder, String... names)
      throws IOException, InterruptedException {
    LoadGenerators generators = new LoadGenerators();
    try {
      Path jar = folder.resolve("agent.jar");
      jenkins.download("jnlpJars/agent.jar", jar);
      for (String name : names) {
        generators.add(jenkins, url, jar, Files.createDirectories(folder.resolve(name)), name);
      }
      return generators;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      generators.close();
      throw e;
    }
  }

  private void add(JenkinsClient jenkins, URI url, Path jar, Path work, String name)
      throws IOException, InterruptedException {
    Matcher secret = SECRET.matcher(jenkins.text("computer/%s/jenkins-agent.jnlp".formatted(name)));
    if (!secret.find()) {
      throw new IOException("Jenkins shows no secret of the agent " + name);
    }
    // Keeps the secret out of the process list.
    Path file = Files.writeString(work.resolve("secret"), secret.group(1));
    processes.add(
        new ProcessBuilder(
                RealJenkins.java(System.getenv()),
                "-jar",
                jar.toString(),
                "-jnlpUrl", // the only address that agents of both 2.426 and 2.541 know
                url.resolve("computer/%s/jenkins-agent.jnlp".formatted(name)).toString(),
                "-secret",
                "@" + file,
                "-workDir",
                work.toString())
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("agent.log").toFile())
            .start());
  }

  @Override
  public void close() throws InterruptedException {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
  }
}
