package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.sims.workload.CasePlan;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Selects the cases to measure. */
public record CaseSelection(List<CasePlan> catalogue) {

  public List<CasePlan> of(String profile, List<String> wanted) {
    List<CasePlan> inProfile = CasePlan.of(catalogue, profile);
    if (inProfile.isEmpty()) {
      throw Fault.configuration(
          "no case has the profile '%s'; known: %s; name one with --profile, or add it to 'profiles'"
              .formatted(profile, profiles()));
    }
    if (wanted.isEmpty()) {
      return inProfile;
    }
    wanted.forEach(this::known);
    List<CasePlan> chosen =
        inProfile.stream()
            .filter(plan -> wanted.stream().anyMatch(name -> names(name, plan)))
            .toList();
    if (chosen.isEmpty()) {
      throw Fault.configuration(
          "profile '%s' contains no case of %s; 'perfline run --list' shows its cases"
              .formatted(profile, String.join(", ", wanted)));
    }
    return chosen;
  }

  private void known(String name) {
    if (catalogue.stream().noneMatch(plan -> names(name, plan))) {
      String simulations =
          catalogue.stream().map(CasePlan::simulation).distinct().collect(Collectors.joining(", "));
      throw Fault.configuration(
          "no simulation or case '%s'; simulations are %s, 'perfline run --list' shows their cases"
              .formatted(name, simulations));
    }
  }

  private static boolean names(String name, CasePlan plan) {
    return plan.name().equals(name) || plan.name().startsWith(name + "/");
  }

  private String profiles() {
    return String.join(
        ", ",
        catalogue.stream()
            .flatMap(plan -> plan.paces().keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new)));
  }
}
