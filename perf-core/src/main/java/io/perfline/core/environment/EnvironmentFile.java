package io.perfline.core.environment;

import io.perfline.core.command.Fault;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.YamlFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an environment file says, its variables not yet replaced.
 *
 * @param name what it is called in the history
 * @param sections the settings of each key of each section that is there: several for a list, or
 *     for properties
 */
record EnvironmentFile(String name, Map<String, Map<String, List<Setting>>> sections) {

  /**
   * @throws Fault (exit code 2) that lists all faults of the file
   */
  static EnvironmentFile read(Path file) {
    ParseContext context = ParseContext.ofSecrets(file.toString());
    EnvironmentFile read = EnvironmentFormat.FILE.read(YamlFile.parse(file), context);
    context.finish();
    return read;
  }

  /** The names of all variables. */
  Set<String> variables() {
    return sections.values().stream()
        .flatMap(settings -> settings.values().stream())
        .flatMap(List::stream)
        .flatMap(setting -> setting.variables().stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
