package io.perfline.core.environment;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The values of one section, all variables known to be set and all forms to be right. */
final class SectionValues {

  private final Map<String, List<Setting>> settings;
  private final Map<String, String> variables;

  /**
   * @param settings by key
   * @param variables that they name, secrets among them
   */
  SectionValues(Map<String, List<Setting>> settings, Map<String, String> variables) {
    this.settings = settings;
    this.variables = variables;
  }

  private Stream<Setting> of(String key) {
    return settings.getOrDefault(key, List.of()).stream();
  }

  /** Null when the key is not there. */
  String text(String key) {
    return of(key).map(setting -> setting.resolved(variables)).findFirst().orElse(null);
  }

  /** Null when the section doesn't ask for it. */
  Tls tls() {
    if (!"true".equals(text("tls"))) {
      return null;
    }
    Path truststore = of("truststore").findFirst().isEmpty() ? null : Path.of(text("truststore"));
    return new Tls(truststore, text("truststore_password"), !"false".equals(text("verify_host")));
  }

  URI url(String key) {
    return Form.url(text(key)).orElseThrow();
  }

  List<HostPort> addresses(String key) {
    return of(key)
        .map(setting -> HostPort.parse(setting.resolved(variables).strip()).orElseThrow())
        .toList();
  }

  Map<String, String> properties(String key) {
    Map<String, String> properties = new LinkedHashMap<>();
    int prefix = "kafka.client.".length();
    of(key).forEach(s -> properties.put(s.path().substring(prefix), s.resolved(variables)));
    return properties;
  }
}
