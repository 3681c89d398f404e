package io.perfline.deploy.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.command.Fault;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file system in memory of a stated size, to be filled. Only those see it who are started in it:
 * a user namespace of Linux, for which nobody has to be root. It is gone when it is closed and, at
 * the latest, with this process.
 */
public final class TmpfsDisk implements AutoCloseable {

  private static final String MOUNTED = "mounted";

  /** Ends when its standard input is closed. */
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
   * @param folder the folder that programs started in it see; created if needed
   * @throws Fault when this system mounts nothing for its users
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

  /** Returns the command that becomes {@code program} in it, in {@code directory}. */
  List<String> entered(Path directory, List<String> program) {
    String pid = Long.toString(holder.pid());
    List<String> command =
        new ArrayList<>(List.of("nsenter", "--preserve-credentials", "--user", "--mount"));
    command.addAll(List.of("--target", pid, "sh", "-c", ENTER, directory.toString()));
    command.addAll(program);
    return command;
  }

  /** Where who isn't in it sees {@code path}, which lies on it. */
  File seen(Path path) {
    return new File("/proc/%d/root%s".formatted(holder.pid(), path));
  }

  /** Returns its used share, 0 to 100; NaN if it does not exist any more. */
  public double fullPercent() {
    File here = seen(folder);
    long total = here.getTotalSpace();
    return total == 0 ? Double.NaN : 100.0 * (total - here.getUsableSpace()) / total;
  }

  /** Gives it another size; what is on it stays. */
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
