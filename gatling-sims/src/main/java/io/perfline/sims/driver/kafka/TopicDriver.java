package io.perfline.sims.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Kafka;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.TextSyntax;
import io.perfline.core.project.TopicLoad;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.CompiledBody;
import io.perfline.sims.driver.CompiledText;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Sends messages to a topic as planned in {@code perf.yml}; a request is one message. */
public record TopicDriver(TopicLoad load, ProcessVariables variables) implements Driver {

  @Override
  public String name() {
    return TopicLoad.DRIVER;
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.SERVICE);
  }

  /** Checks that all process variables are set and that Kafka's address is known. */
  @Override
  public void check(Environment environment, Target target) {
    kafka(environment);
    text(load.kafka().topic());
    compiledValue();
    compiled(load.kafka().key());
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException {
    return new TopicSession(
        load,
        kafka(environment),
        text(load.kafka().topic()),
        compiled(load.kafka().key()),
        compiledValue());
  }

  private Kafka kafka(Environment environment) {
    if (load.kafka().bootstrap() == null) {
      return environment.kafka();
    }
    Map<String, String> client = new TreeMap<>();
    load.kafka().client().forEach((name, value) -> client.put(name, text(value)));
    return new Kafka(text(load.kafka().bootstrap()), client);
  }

  private String text(TextTemplate template) {
    return new CompiledText(template, TextSyntax.PLAIN, Set.of(), variables).text(null);
  }

  private CompiledBody compiledValue() {
    return new CompiledBody(load.kafka().value(), TextSyntax.PLAIN, UTF_8, known(), variables);
  }

  /** Returns the template ready for use; null for null. */
  private CompiledText compiled(TextTemplate template) {
    return template == null
        ? null
        : new CompiledText(template, TextSyntax.PLAIN, known(), variables);
  }

  private Set<String> known() {
    Set<String> known = new HashSet<>(Set.of(TextTemplate.UUID, TextTemplate.NOW));
    if (load.data() != null) {
      known.addAll(load.data().columns());
    }
    return known;
  }
}
