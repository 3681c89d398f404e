package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Kafka;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.TopicLoad;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.CompiledText;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The messages to topics of a {@code perf.yml}; a request is a message that Kafka has taken. */
public final class TopicDriver implements Driver {

  /** The setting that says which load. */
  public static final String MESSAGES = "messages";

  private final Project project;
  private final ProcessVariables variables;

  /**
   * @param environment the variables of the process
   */
  public TopicDriver(Project project, Map<String, String> environment) {
    this.project = project;
    variables = new ProcessVariables(project.file(), environment);
  }

  @Override
  public String name() {
    return MESSAGES;
  }

  @Override
  public List<SettingKey> keys() {
    return List.of(
        SettingKey.choice(
            MESSAGES,
            "which messages",
            project.loads(TopicLoad.class).keySet().toArray(String[]::new)));
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.SERVICE);
  }

  /** Finds out whether all variables of the process are set, and where Kafka is. */
  @Override
  public void check(Environment environment, Target target) {
    for (TopicLoad load : project.loads(TopicLoad.class).values()) {
      kafka(load, environment);
      text(load.topic());
      compiled(load, load.value());
      compiled(load, load.key());
    }
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException {
    TopicLoad load = project.loads(TopicLoad.class).get(settings.choice(MESSAGES));
    return TopicSession.open(
        load,
        kafka(load, environment),
        text(load.topic()),
        compiled(load, load.key()),
        compiled(load, load.value()));
  }

  private Kafka kafka(TopicLoad load, Environment environment) {
    if (load.bootstrap() == null) {
      return environment.kafka();
    }
    Map<String, String> client = new TreeMap<>();
    load.client().forEach((name, value) -> client.put(name, text(value)));
    return new Kafka(text(load.bootstrap()), client);
  }

  private String text(TextTemplate template) {
    return new CompiledText(template, Set.of(), variables).text(null);
  }

  /** Null for none. */
  private CompiledText compiled(TopicLoad load, TextTemplate template) {
    Set<String> known = new HashSet<>(Set.of(TextTemplate.UUID, TextTemplate.NOW));
    if (load.data() != null) {
      known.addAll(load.data().columns());
    }
    return template == null ? null : new CompiledText(template, known, variables);
  }
}
