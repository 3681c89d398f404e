package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.TextTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A team's own Gatling simulation, which runs unchanged. */
@Key.Noun("a Gatling simulation")
public record GatlingSimulation(
    String name,
    @Key(
            value = "Names the class of the Gatling simulation.",
            name = "gatling",
            required = true,
            what = "a class such as com.acme.SearchSimulation",
            form = "^[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*$")
        String type,
    @Key(
            value = "Lists the folders and jars with the simulation and its dependencies.",
            name = "classpath",
            required = true,
            kind = "paths")
        List<String> classPath,
    @Key(
            value =
                "Sets system properties of the simulation's JVM; ${url} is replaced by the"
                    + " service's address.",
            what = "a property's value",
            form = ".*")
        @Key.Names(value = "property", form = "^[A-Za-z0-9_.-]+$")
        Map<String, TextTemplate> properties,
    @Key(
            value = "Lists the request names of the simulation that become cases of their own.",
            what = "a request's name",
            form = "\\S")
        List<String> requests,
    @Key(value = "Limits the duration of the simulation.", defaultValue = "10 min") Duration within,
    @Key(
            value =
                "Compares candidate and baseline by runs that alternate between them: true, or the"
                    + " number and the length of the runs.",
            kind = "compare")
        ComparedRuns compare)
    implements PlannedLoad, RecordSchema.Checked {

  private static final Duration DEFAULT_LENGTH = Duration.ofSeconds(10);

  public GatlingSimulation {
    if (compare != null && compare.length() == null) {
      compare = new ComparedRuns(compare.runs(), DEFAULT_LENGTH);
    }
  }

  /** The name of the variable for the service's address in the value of a property. */
  public static final String URL = "url";

  /** Returns the part of a case's name that comes from a request, after the simulation's name. */
  public static String part(String request) {
    return request.replaceAll("[^\\p{L}\\p{N}._-]+", "_");
  }

  @Override
  public List<RequiredVariable> variables() {
    return RequiredVariable.in(properties.values(), Set.of());
  }

  @Override
  public void check(ParsedObject parsed) {
    properties.values().stream()
        .filter(Objects::nonNull)
        .flatMap(property -> property.names().stream())
        .filter(in -> !in.equals(URL) && !TextTemplate.isVariable(in))
        .map("${%s} is neither ${url}, the service's address, nor a variable of the"::formatted)
        .forEach(fault -> parsed.fault("properties", fault + " process in capitals"));
    if (requests.stream().map(GatlingSimulation::part).distinct().count() < requests.size()) {
      parsed.fault("requests", "a name occurs twice, or two become the same name of a case");
    }
    if (within.isZero()) {
      parsed.fault("within", "a duration of 0 measures nothing");
    }
  }
}
