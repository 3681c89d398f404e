package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.file.Sha256;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.run.Run;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Determines which build runs at an instance: by the commit that the service reports, or otherwise
 * by the digest of the files with which its process was started.
 */
record BuildIdentity(ServiceInstance instance, BuiltService build) {

  /** Sources, whose changes show in the files with which a service is started. */
  private static final Pattern SOURCE =
      Pattern.compile(".*\\.(java|kt|scala|groovy|go|rs|c|cc|cpp|cs)");

  /** Returns the commit, otherwise the digest, or {@link Run#UNTOLD} if both are unknown. */
  String text() throws InterruptedException {
    return build.service().commit() == null
        ? digest().orElse(Run.UNTOLD)
        : new HttpProbe(instance.url(), build.authorization()).commit(build.service().commit());
  }

  /**
   * Returns the digest of the files that were started; empty if none of them is known.
   *
   * @throws Fault exit code 3 if the process does not run the archive of its build
   */
  Optional<String> digest() {
    Optional<Path> built = build.service().runs().map(build::file);
    Optional<StartedFiles> started =
        build.service().war() != null
            ? Optional.empty()
            : instance.process().map(process -> StartedFiles.of(process, build.folder()));
    if (built.isEmpty()) {
      return started.filter(some -> !some.files().isEmpty()).map(some -> digest(some.files()));
    }
    String digest = digest(built.get());
    if (started.isPresent()
        && isArchive(built.get())
        && started.get().namesArchive()
        && !started.get().digests().contains(digest)) {
      throw Fault.noVerdict(
          "the %s runs %s, and none of these files is its artifact %s: does 'command' start what"
                  .formatted(build.name(), started.get().files(), built.get())
              + " 'build' makes in its own folder?");
    }
    return Optional.of(digest);
  }

  /**
   * Determines whether two running builds are the same. A build that is compared with itself, for
   * instance because both commands name one jar by an absolute path, would always pass.
   *
   * @param differs the known differences between their files
   * @return the commit or digest that both have; empty if they differ
   * @throws Fault exit code 3 if one of them does not run its own archive
   */
  static Optional<String> common(BuildIdentity one, BuildIdentity other, List<String> differs)
      throws InterruptedException {
    boolean report =
        one.build.service().commit() != null
            && other.build.service().commit() != null
            && !one.build.isOfCommitOf(other.build);
    if (report) {
      return Optional.of(one.text()).filter(other.text()::equals);
    }
    Optional<String> digest = one.digest();
    boolean same = digest.equals(other.digest());
    return same && differs.isEmpty() && one.build.service().equals(other.build.service())
        ? digest
        : Optional.empty();
  }

  /**
   * Returns the files with which both builds were started, if these are equal although sources
   * differ: the changed code may run in neither of them. Empty if one of the files differs, or if
   * perf.yml names the artifact or the address of the commit.
   *
   * @param differs the known differences between the builds
   */
  static List<Path> equalDespiteSources(
      BuildIdentity one, BuildIdentity other, List<String> differs) {
    boolean known = one.build.service().runs().isPresent() || one.build.service().commit() != null;
    if (known || differs.stream().noneMatch(name -> SOURCE.matcher(name).matches())) {
      return List.of();
    }
    List<Path> files = one.started();
    List<Path> others = other.started();
    return files.size() == others.size() && digest(files).equals(digest(others))
        ? files
        : List.of();
  }

  /** Returns the files with which the process was started, the program itself included. */
  private List<Path> started() {
    return instance
        .process()
        .map(process -> StartedFiles.of(process, build.folder()).withProgram())
        .orElse(List.of());
  }

  /** Returns whether a file is a jar or WAR by its name; other files may be artifacts too. */
  static boolean isArchive(Path file) {
    return file.toString().matches(".*\\.[jw]ar");
  }

  /** Describes the build and where it runs. */
  @Override
  public String toString() {
    return build.name() + " at " + instance.url();
  }

  /**
   * The files with which a process was started, as its command line names them: a jar, the class
   * path, a script.
   *
   * @param program the program itself
   * @param files existing files, in the order of the command line
   */
  private record StartedFiles(Path program, List<Path> files) {

    /** Programs that run other files. */
    private static final Pattern INTERPRETER =
        Pattern.compile("java|node|deno|bun|dotnet|php|perl|ruby|(ba|da)?sh|python[0-9.]*");

    private static final List<String> CLASS_PATHS =
        List.of("-cp", "-classpath", "--class-path", "-p", "--module-path");

    /**
     * Reads the command line of a process. The result has no files if the process has ended or its
     * command line names none.
     *
     * @param folder the working folder of the process
     */
    static StartedFiles of(ProcessHandle process, Path folder) {
      List<String> words = commandLine(process);
      List<Path> files = new ArrayList<>();
      for (int i = 1; i < words.size(); i++) {
        boolean classPath = CLASS_PATHS.contains(words.get(i - 1));
        for (String name : words.get(i).split(File.pathSeparator, -1)) {
          add(folder, name, classPath, files);
        }
      }
      return new StartedFiles(folder.resolve(words.get(0)), List.copyOf(files));
    }

    /** Returns the files, after the program unless that is an interpreter. */
    List<Path> withProgram() {
      boolean interpreter = INTERPRETER.matcher(program.getFileName().toString()).matches();
      return Stream.concat(Stream.of(program), files.stream())
          .skip(interpreter || !Files.isRegularFile(program) ? 1 : 0)
          .toList();
    }

    /** Returns the digests of the files, in their order. */
    List<String> digests() {
      return files.stream().map(BuildIdentity::digest).toList();
    }

    /** Returns whether a jar or WAR is among the files. */
    boolean namesArchive() {
      return files.stream().anyMatch(BuildIdentity::isArchive);
    }

    private static void add(Path folder, String name, boolean classPath, List<Path> into) {
      try {
        if (classPath && name.endsWith("/*")) {
          jars(folder.resolve(name.substring(0, name.length() - 2)), into);
          return;
        }
        Path path = folder.resolve(name);
        if (name.isEmpty() || name.startsWith("-")) {
          return;
        }
        if (Files.isRegularFile(path)) {
          into.add(path);
        } else if (classPath && Files.isDirectory(path)) {
          below(path, into);
        }
      } catch (InvalidPathException notAPath) {
        // The argument is not a path.
      }
    }

    private static void jars(Path folder, List<Path> into) {
      try (Stream<Path> jars = Files.list(folder)) {
        jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().forEach(into::add);
      } catch (IOException e) {
        throw unreadable(folder, e);
      }
    }

    private static void below(Path folder, List<Path> into) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(Files::isRegularFile).sorted().forEach(into::add);
      } catch (IOException e) {
        throw unreadable(folder, e);
      }
    }

    private static Fault unreadable(Path folder, IOException e) {
      return Fault.noVerdict(
          "cannot read %s, which the service was started with: %s".formatted(folder, e), e);
    }

    /**
     * Reads the command line from /proc if possible, because Java does not return long ones
     * completely.
     */
    private static List<String> commandLine(ProcessHandle process) {
      try {
        byte[] words =
            Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        return List.of(new String(words, StandardCharsets.UTF_8).split("\0"));
      } catch (IOException elsewhere) {
        List<String> words = new ArrayList<>(List.of(process.info().command().orElse("")));
        process.info().arguments().ifPresent(arguments -> words.addAll(List.of(arguments)));
        return words;
      }
    }
  }

  /**
   * Returns the digest of a file.
   *
   * @throws Fault exit code 3 if it cannot be read
   */
  static String digest(Path file) {
    return digest(List.of(file));
  }

  /**
   * Returns one digest of several files, in their order.
   *
   * @throws Fault exit code 3 if one cannot be read
   */
  static String digest(List<Path> files) {
    Sha256 digest = new Sha256();
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        digest.add(in);
      } catch (IOException e) {
        throw Fault.noVerdict(
            "cannot read %s, which the service runs: %s; does 'build' make it?".formatted(file, e),
            e);
      }
    }
    return Run.DIGEST + digest.hex();
  }
}
