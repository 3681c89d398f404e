package io.perfline.sims.paired;

import io.perfline.core.environment.Environment;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.server.TomcatSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Tomcat for two recorders with separate entry points.
 *
 * @param candidate Kryonet port of the candidate
 * @param baseline Kryonet port of the baseline
 */
record BothRecorders(TomcatServer tomcat, KafkaServer kafka, int candidate, int baseline)
    implements AutoCloseable {

  static BothRecorders start(Path home, Path folder, KafkaServer kafka) {
    int candidate = Ports.free();
    int baseline = Ports.free();
    TomcatSettings settings = settings(kafka, candidate, baseline);
    TomcatServer tomcat = TomcatServer.start(home, folder.resolve("tomcat"), settings);
    return new BothRecorders(tomcat, kafka, candidate, baseline);
  }

  private static TomcatSettings settings(KafkaServer kafka, int candidate, int baseline) {
    Map<String, String> variables = new TreeMap<>();
    variables.put("RECORDER_STORE", "kafka");
    variables.put("RECORDER_KAFKA_BOOTSTRAP", kafka.bootstrap());
    variables.put("RECORDER_KAFKA_IN", "true");
    variables.put("RECORDER_KRYONET_PORTS", "" + candidate);
    variables.put("RECORDER_BASELINE_KAFKA_IN", "true");
    variables.put("RECORDER_BASELINE_KRYONET_PORTS", "" + baseline);
    variables.put("RECORDER_BASELINE_KAFKA_TOPIC", "recordings-baseline");
    variables.put("RECORDER_BASELINE_KAFKA_IN_TOPIC", "recordings-baseline.in");
    variables.put("RECORDER_BASELINE_KAFKA_ACKS_TOPIC", "recordings-baseline.acks");
    variables.put("RECORDER_BASELINE_KAFKA_DEAD_TOPIC", "recordings-baseline.dead");
    variables.put("RECORDER_BASELINE_KAFKA_GROUP", "recorder-baseline");
    return TomcatSettings.defaults().withVariables(variables);
  }

  /** Writes and reads the environment file with the addresses of both. */
  Environment environment(Path file) throws IOException {
    Files.write(
        file,
        List.of(
            "name: test",
            "tomcat:",
            "  manager: " + tomcat.environment().manager(),
            "  user: ${USER_NAME}",
            "  password: ${PASSWORD}",
            "recorder:",
            "  url: " + tomcat.url() + "/recorder",
            "  kryonet: [127.0.0.1:" + candidate + "]",
            "baseline:",
            "  url: " + tomcat.url() + "/recorder-baseline",
            "  kryonet: [127.0.0.1:" + baseline + "]",
            "  topic_in: recordings-baseline.in",
            "  topic_acks: recordings-baseline.acks",
            "kafka:",
            "  bootstrap: 127.0.0.1:${PERF_KAFKA_PORT}"));
    return Environment.load(
        file,
        Map.of(
            "USER_NAME", tomcat.environment().user(),
            "PASSWORD", tomcat.environment().password(),
            "PERF_KAFKA_PORT", kafka.bootstrap().replaceFirst(".*:", "")));
  }

  @Override
  public void close() {
    tomcat.close();
  }
}
