package io.perfline.core.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A real git repository.
 *
 * @param home its work tree
 */
public record SampleRepository(Path home) {

  /** Creates a repository with the branch {@code main}. */
  public static SampleRepository create(Path home) throws IOException, InterruptedException {
    Files.createDirectories(home);
    SampleRepository repository = new SampleRepository(home);
    repository.git("init", "--quiet", "--initial-branch=main");
    return repository;
  }

  /** Clones the repository. */
  public SampleRepository clone(Path folder, String... options)
      throws IOException, InterruptedException {
    List<String> words =
        Stream.of(
                Stream.of("clone", "--quiet"),
                Stream.of(options),
                Stream.of("file://" + home.toAbsolutePath(), folder.toString()))
            .flatMap(all -> all)
            .toList();
    git(words.toArray(String[]::new));
    return new SampleRepository(folder);
  }

  /** Commits a change of one file and returns the commit. */
  public String commit(String subject) throws IOException, InterruptedException {
    return commit(subject, Instant.now());
  }

  /** Commits a change of one file at a given time and returns the commit. */
  public String commit(String subject, Instant when) throws IOException, InterruptedException {
    Files.writeString(home.resolve("file"), subject);
    git("add", "file");
    git(Map.of("GIT_COMMITTER_DATE", when.toString()), "commit", "--quiet", "-m", subject);
    return git("rev-parse", "HEAD");
  }

  /** Runs git and returns its output; a failure is an error. */
  public String git(String... arguments) throws IOException, InterruptedException {
    return git(Map.of(), arguments);
  }

  private String git(Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(Stream.of("git"), Stream.of(arguments)).toList())
            .directory(home.toFile())
            .redirectErrorStream(true);
    builder
        .environment()
        .putAll(
            Map.of(
                "GIT_AUTHOR_NAME",
                "a",
                "GIT_AUTHOR_EMAIL",
                "a@example.org",
                "GIT_COMMITTER_NAME",
                "a",
                "GIT_COMMITTER_EMAIL",
                "a@example.org",
                // The machine's configuration may sign commits, convert lines, or use Git LFS.
                "GIT_CONFIG_NOSYSTEM",
                "1",
                "GIT_CONFIG_GLOBAL",
                "/dev/null"));
    builder.environment().putAll(variables);
    Process git = builder.start();
    git.getOutputStream().close();
    String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (git.waitFor() != 0) {
      throw new IOException("git " + String.join(" ", arguments) + ": " + output);
    }
    return output;
  }
}
