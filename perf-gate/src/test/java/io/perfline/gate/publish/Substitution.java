package io.perfline.gate.publish;

import java.util.Map;

/**
 * Replaces the variables of a dashboard's query like Grafana: time range, interval of about one
 * pixel, and template variables, "All" by default.
 *
 * @param timeFilter as in {@code time >= 0}
 * @param interval as in {@code 6h}
 * @param chosen values by variable
 */
public record Substitution(String timeFilter, String interval, Map<String, String> chosen) {

  public Substitution {
    chosen = Map.copyOf(chosen);
  }

  public String into(String query) {
    String asked = query.replace("$timeFilter", timeFilter).replace("$__interval", interval);
    for (Map.Entry<String, String> value : chosen.entrySet()) {
      asked = asked.replaceAll("\\$\\{" + value.getKey() + "(:[a-z]+)?}", value.getValue());
    }
    return asked.replaceAll("\\$\\{[a-z_]+:regex}", ".*");
  }
}
