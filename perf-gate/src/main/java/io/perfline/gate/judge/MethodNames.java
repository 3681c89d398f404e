package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.yaml.ParseContext;
import io.perfline.gate.thresholds.Glob;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the cases of limits that were written without HTTP methods: {@code locust/orders} stands
 * for {@code locust/GET /orders} if that address occurs with no other method.
 */
final class MethodNames {

  private final Run run;
  private final Map<String, TreeSet<String>> withMethod = new TreeMap<>();

  private MethodNames(Run run) {
    this.run = run;
    for (CaseResult result : run.cases()) {
      String method = result.parameters().getOrDefault("method", "");
      String prefix = result.simulation() + "/" + method + " ";
      if (!method.isEmpty() && result.name().startsWith(prefix)) {
        String plain = result.name().substring(prefix.length()).replaceFirst("^/+", "");
        withMethod
            .computeIfAbsent(result.simulation() + "/" + plain, any -> new TreeSet<>())
            .add(result.name());
      }
    }
  }

  /** Returns the names, followed for each name with a method by the same name without it. */
  static List<String> withPlain(List<String> names) {
    return names.stream()
        .flatMap(name -> Stream.of(name, name.replaceFirst("/[A-Z]+ /*", "/")))
        .distinct()
        .toList();
  }

  /**
   * Creates the same limits with the case names of the run.
   *
   * @throws io.perfline.core.command.Fault (configuration) with all names of an address, if it
   *     occurs with several methods
   */
  static Thresholds resolve(Thresholds thresholds, Run run) {
    MethodNames names = new MethodNames(run);
    ParseContext context = new ParseContext(thresholds.file());
    List<Threshold> resolved =
        thresholds.thresholds().stream()
            .map(threshold -> threshold.on(names.resolve(threshold, context)))
            .toList();
    context.finish();
    return thresholds.with(resolved);
  }

  private Glob resolve(Threshold threshold, ParseContext context) {
    Glob cases = threshold.cases();
    if (run.catalogue().stream().anyMatch(entry -> cases.matches(entry.name()))) {
      return cases;
    }
    TreeSet<String> found = new TreeSet<>();
    withMethod.forEach(
        (plain, names) -> {
          if (cases.matches(plain) && names.size() > 1) {
            context.fault(
                threshold.position(),
                "%s: several methods of '%s' occur: name one of '%s'"
                    .formatted(threshold.id(), plain, String.join("', '", names)));
          } else if (cases.matches(plain)) {
            found.addAll(names);
          }
        });
    return found.isEmpty() ? cases : cases.meaning(found);
  }
}
