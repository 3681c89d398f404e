package io.perfline.sims.workload;

import io.perfline.deploy.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
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
   * @throws Fault exit code 2, with all faults of all files, each with file and line
   */
  public static List<CasePlan> read(Path folder, List<Dialect> dialects) {
    Map<String, Dialect> byDriver =
        dialects.stream().collect(Collectors.toMap(Dialect::driver, Function.identity()));
    Faults faults = new Faults();
    List<CasePlan> plans = new ArrayList<>();
    for (Path file : files(folder)) {
      YamlNode.read(file, faults)
          .ifPresent(root -> plans.addAll(new WorkloadFile(name(file), byDriver).cases(root)));
    }
    faults.check();
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
