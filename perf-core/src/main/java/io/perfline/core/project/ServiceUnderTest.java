package io.perfline.core.project;

import io.perfline.core.yaml.TextTemplate;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The service and how it comes to run: of {@code war}, {@code command} and {@code url} one is
 * there.
 *
 * @param build the shell's command that makes of a commit what runs; null when nothing is built
 * @param war file that is deployed, below the project's folder; or null
 * @param context path that the WAR is deployed at; null for that of its file's name
 * @param command what is started, with {@code ${PORT}} for the port to listen on, if any; or null
 * @param variables of the environment of the process that runs it, by their names
 * @param artifact file that {@code command} runs, whose digest tells builds apart; or null
 * @param url where it runs already, without a slash at its end; or null
 * @param baselineUrl where what it is compared with runs; or null
 * @param ready when it may be loaded; null for a command that listens on no port, which may be as
 *     soon as it runs
 * @param commit how it tells what it was built from; null when it doesn't
 * @param metrics path at which it tells Prometheus what it uses; null when it doesn't
 * @param login what each request to it says about who asks; null for nothing
 * @param notRunning globs of tracked files that have no part in what runs
 */
public record ServiceUnderTest(
    String build,
    String war,
    String context,
    String command,
    Map<String, TextTemplate> variables,
    String artifact,
    URI url,
    URI baselineUrl,
    ReadyCheck ready,
    CommitProbe commit,
    String metrics,
    Login login,
    List<String> notRunning) {

  /** What is built and then runs, where it is a file that is known. */
  public Optional<String> runs() {
    return Optional.ofNullable(war == null ? artifact : war);
  }
}
