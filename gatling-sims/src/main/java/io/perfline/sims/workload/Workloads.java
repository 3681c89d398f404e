package io.perfline.sims.workload;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads all experiments of a folder. */
public final class Workloads {

  private static final String ENDING = ".yml";

  private Workloads() {}

  /**
   * Reads every {@code *.yml} of {@code folder}, in the order of their names.
   *
   * @param dialects what each driver's file may say
   * @return every case that they define, in the files' order
   * @throws Fault exit code 2, with all faults of all files, each at its place
   */
  public static List<CasePlan> read(Path folder, List<WorkloadSchema> dialects) {
    List<CasePlan> plans = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (Path file : files(folder)) {
      try {
        plans.addAll(WorkloadFile.read(file, name(file), dialects));
      } catch (Fault fault) {
        faults.add(fault.getMessage());
      }
    }
    if (!faults.isEmpty()) {
      throw Fault.configuration(String.join(System.lineSeparator(), faults));
    }
    return List.copyOf(plans);
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
      if (found.isEmpty()) {
        throw Fault.configuration(folder + ": no workload in it: expected files *" + ENDING);
      }
      return found;
    } catch (IOException e) {
      throw new Fault(Fault.CONFIGURATION, "cannot list the workloads in " + folder + ": " + e, e);
    }
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ENDING.length());
  }
}
