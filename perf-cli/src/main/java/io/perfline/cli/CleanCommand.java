package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.core.file.StateFolder.Use;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.deploy.stack.StackDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./perfline clean}: deletes what perfline keeps in {@code .perf}. */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    description = {
      "Deletes what perfline keeps in .perf and can make again.",
      "Prints each part with its size first. Results, such as the history and the verdicts that"
          + " choose baselines, stay unless --all is given. Runs and reports are not touched."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:deleted, or there was nothing to delete",
      "2:wrong usage, or the local stack runs",
      "3:another command uses the folder, or a file could not be deleted"
    })
public final class CleanCommand implements Callable<Integer> {

  private static final String LINE = "  %-18s %9s  %s%n";

  @Spec private CommandSpec spec;

  @Mixin private ProjectOption service;

  @Option(
      names = "--all",
      description =
          "Also deletes results: history, verdicts, the state of interrupted commands, and the data"
              + " of the local stack, which must not run.")
  private boolean all;

  private final Path home;

  /** Creates the command for the project from which it is started. */
  public CleanCommand() {
    this(Homes.project());
  }

  CleanCommand(Path home) {
    this.home = home;
  }

  /** An entry of {@code .perf}; its place is null if perfline doesn't know the file. */
  private record Entry(Path path, StateFolder place, long bytes) {

    static Entry of(Path path) throws IOException {
      StateFolder place = StateFolder.named(path.getFileName().toString()).orElse(null);
      return new Entry(path, place, sizeOf(path));
    }

    boolean mayBeDeleted(boolean all) {
      return place != null
          && (place.use() == Use.REPLACEABLE || (all && place.use() == Use.RESULT));
    }

    boolean isUnknown() {
      return place != null && place.use() == Use.IN_USE;
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    Path project = service.find(home).map(Project::home).orElse(home);
    PrintWriter out = spec.commandLine().getOut();
    if (!Files.isDirectory(StateFolder.of(project))) {
      out.printf("there is no %s%n", StateFolder.of(project));
      return 0;
    }
    try (ProjectLock lock = ProjectLock.take(home, project, "perfline clean", out)) {
      Map<String, ProcessHandle> running = StackDirectory.processes(project);
      if (all && !running.isEmpty()) {
        throw Fault.configuration(
            ("--all would delete the data of the local stack, which runs (%s): 'perfline stack"
                    + " down' stops it")
                .formatted(String.join(", ", running.keySet())));
      }
      clean(project, out);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot delete everything in %s".formatted(StateFolder.of(project)), e);
    }
    return 0;
  }

  private void clean(Path project, PrintWriter out) throws IOException {
    List<Entry> deleted = new ArrayList<>();
    List<Entry> kept = new ArrayList<>();
    for (Entry entry : entries(StateFolder.of(project))) {
      (entry.mayBeDeleted(all) ? deleted : kept).add(entry);
    }
    if (deleted.isEmpty()) {
      out.printf("nothing to delete in %s%n", StateFolder.of(project));
    } else {
      long bytes = deleted.stream().mapToLong(Entry::bytes).sum();
      out.printf("deleting %s from %s:%n", size(bytes), StateFolder.of(project));
      deleted.forEach(entry -> list(entry, out));
      out.flush();
    }
    if (!kept.isEmpty()) {
      out.printf("%s:%n", all ? "kept, because perfline doesn't know it" : "kept");
      kept.forEach(entry -> list(entry, out));
    }
    out.flush();
    for (Entry entry : deleted) {
      FileTree.delete(entry.path());
    }
  }

  private static List<Entry> entries(Path folder) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (Stream<Path> paths = Files.list(folder)) {
      for (Path path : paths.sorted().toList()) {
        Entry entry = Entry.of(path);
        boolean ofFolder = StateFolder.isOfFolder(path.getFileName().toString());
        if (!ofFolder && !entry.isUnknown()) {
          entries.add(entry);
        }
      }
    }
    return entries;
  }

  private static void list(Entry entry, PrintWriter out) {
    String content =
        Optional.ofNullable(entry.place())
            .map(place -> "%s (%s)".formatted(place.content(), place.owner()))
            .orElse("not of this version of perfline");
    out.printf(LINE, entry.path().getFileName(), size(entry.bytes()), content);
  }

  /** Returns the size of the regular files below a path in bytes; links are not followed. */
  private static long sizeOf(Path path) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        bytes += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
      }
    }
    return bytes;
  }

  /** Formats a size in MB, as {@code df} and file managers do. */
  private static String size(long bytes) {
    return bytes < 1_000_000 && bytes > 0
        ? "< 1 MB"
        : String.format(Locale.ROOT, "%,d MB", Math.round(bytes / 1e6));
  }
}
