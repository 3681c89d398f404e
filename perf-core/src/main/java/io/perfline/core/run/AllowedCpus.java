package io.perfline.core.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The CPUs that a process may use: those of its affinity, at most its quota in a container, and at
 * most {@code GOMAXPROCS} of a program in Go. Only Linux has these; elsewhere all CPUs of the
 * machine count.
 *
 * @param proc the folder of the process file system
 * @param groups the folder of the control groups, of version 1 or 2
 */
public record AllowedCpus(Path proc, Path groups) {

  /** The control groups and processes of this machine. */
  public static final AllowedCpus HERE =
      new AllowedCpus(Path.of("/proc"), Path.of("/sys/fs/cgroup"));

  /**
   * The limits of a process; processes with equal limits share them.
   *
   * @param affinity the numbers of the CPUs, such as {@code 0-1,4}
   * @param group the control group; processes of one group share its quota
   * @param cpus the number of CPUs that these allow
   */
  public record Limit(String affinity, String group, double cpus) {}

  /** Returns the number of CPUs that this process may use. */
  public static double ofSelf() {
    return HERE.of(ProcessHandle.current().pid()).cpus();
  }

  /** Returns the limit of a process; that of this JVM if it can't be read. */
  public Limit of(long process) {
    Path folder = proc.resolve(Long.toString(process));
    String affinity =
        lines(folder.resolve("status")).stream()
            .filter(line -> line.startsWith("Cpus_allowed_list:"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse("");
    double cpus = affinity.isEmpty() ? Runtime.getRuntime().availableProcessors() : count(affinity);
    List<String> paths = new ArrayList<>();
    for (String line : lines(folder.resolve("cgroup"))) {
      String[] parts = line.split(":", 3); // cgroups(7): number:controllers:path
      if (parts.length == 3 && parts[1].isEmpty()) {
        paths.add(parts[2]);
        cpus = Math.min(cpus, quota(groups, parts[2]));
        cpus = Math.min(cpus, quota(groups.resolve("unified"), parts[2]));
      } else if (parts.length == 3 && List.of(parts[1].split(",")).contains("cpu")) {
        paths.add(parts[2]);
        cpus = Math.min(cpus, quota(groups.resolve("cpu"), parts[2]));
      }
    }
    return new Limit(affinity, String.join(",", paths), Math.min(cpus, goMaxProcs(folder)));
  }

  /** Returns the smallest quota of a group and the groups that contain it, in CPUs. */
  private static double quota(Path root, String group) {
    double smallest = Double.POSITIVE_INFINITY;
    Path at = root.resolve(group.replaceFirst("^/+", "")).normalize();
    while (at != null && at.startsWith(root)) {
      String[] max = String.join(" ", lines(at.resolve("cpu.max"))).split(" ");
      smallest = Math.min(smallest, max.length == 2 ? quota(max[0], max[1]) : smallest);
      String of = String.join("", lines(at.resolve("cpu.cfs_quota_us")));
      String period = String.join("", lines(at.resolve("cpu.cfs_period_us")));
      smallest = Math.min(smallest, quota(of, period));
      at = at.getParent();
    }
    return smallest;
  }

  private static double quota(String micros, String period) {
    boolean limited = micros.matches("[0-9]{1,15}") && period.matches("[1-9][0-9]{0,15}");
    return limited
        ? Double.parseDouble(micros) / Double.parseDouble(period)
        : Double.POSITIVE_INFINITY;
  }

  private static double goMaxProcs(Path folder) {
    return lines(folder.resolve("environ")).stream()
        .flatMap(line -> List.of(line.split("\0")).stream())
        .filter(variable -> variable.matches("GOMAXPROCS=[1-9][0-9]{0,5}"))
        .mapToDouble(variable -> Double.parseDouble(variable.substring("GOMAXPROCS=".length())))
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static int count(String list) {
    int count = 0;
    for (String range : list.split(",")) {
      String[] ends = range.split("-");
      count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return count;
  }

  private static List<String> lines(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines().toList();
    } catch (IOException unknown) {
      return List.of();
    }
  }
}
