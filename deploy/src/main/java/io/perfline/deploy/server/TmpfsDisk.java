package io.perfline.deploy.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.command.Fault;
import io.perfline.deploy.process.SystemTool;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file system in memory with a fixed size, for tests in which a disk becomes full. It is mounted
 * in a user namespace of Linux, which needs no root; only programs started in this namespace see
 * it. It disappears when it is closed, or at the latest when this process exits.
 */
public final class TmpfsDisk implements AutoCloseable {

  private static final String MOUNTED = "mounted";

  /** The script that mounts the disk and keeps the namespace until its standard input is closed. */
  private static final String HOLD =
      "mount -t tmpfs -o size=$1m,mode=700 perfline \"$0\" && echo " + MOUNTED + " && exec cat";

  private static final String ENTER = "cd \"$0\" && exec \"$@\"";

  private final Path folder;
  private final Process holder;

  private TmpfsDisk(Path folder, Process holder) {
    this.folder = folder;
    this.holder = holder;
  }

  /**
   * Mounts a new disk.
   *
   * @param folder the folder at which programs in the namespace see the disk; created if it is
   *     missing
   * @param mib the size in MiB
   * @throws Fault (exit code 3) if this system doesn't let its users mount a disk
   */
  public static TmpfsDisk mount(Path folder, int mib) {
    Path mounted = Server.directory(folder);
    List<String> command =
        new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--mount"));
    command.addAll(List.of("sh", "-c", HOLD, mounted.toString(), Integer.toString(mib)));
    Process holder = null;
    String output;
    try {
      holder = new ProcessBuilder(command).redirectErrorStream(true).start();
      output = new BufferedReader(new InputStreamReader(holder.getInputStream(), UTF_8)).readLine();
    } catch (IOException e) {
      output = e.getMessage();
    }
    if (holder == null || !MOUNTED.equals(output)) {
      throw Fault.noVerdict(
          ("no disk of %d MiB can be mounted at %s: %s; this requires a Linux on which users"
                  + " may create namespaces (unshare --user --mount)")
              .formatted(mib, mounted, output));
    }
    return new TmpfsDisk(mounted, holder);
  }

  /**
   * Returns the command that runs {@code program} in the namespace of the disk.
   *
   * @param directory the working directory of the program
   */
  List<String> entered(Path directory, List<String> program) {
    String pid = Long.toString(holder.pid());
    List<String> command =
        new ArrayList<>(List.of("nsenter", "--preserve-credentials", "--user", "--mount"));
    command.addAll(List.of("--target", pid, "sh", "-c", ENTER, directory.toString()));
    command.addAll(program);
    return command;
  }

  /** Returns the file through which processes outside the namespace see a path on the disk. */
  File outside(Path path) {
    return new File("/proc/%d/root%s".formatted(holder.pid(), path));
  }

  /** Returns the used share of the disk in percent; NaN if the disk no longer exists. */
  public double fullPercent() {
    File here = outside(folder);
    long total = here.getTotalSpace();
    return total == 0 ? Double.NaN : 100.0 * (total - here.getUsableSpace()) / total;
  }

  /**
   * Changes the size of the disk and keeps its files.
   *
   * @param mib the new size in MiB
   */
  public void resize(int mib) throws InterruptedException {
    List<String> remount =
        List.of("mount", "-o", "remount,size=" + mib + "m", "perfline", folder.toString());
    try {
      SystemTool.output(entered(folder, remount), folder);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot resize %s to %d MiB".formatted(folder, mib), e);
    }
  }

  @Override
  public void close() {
    holder.destroyForcibly();
  }
}
