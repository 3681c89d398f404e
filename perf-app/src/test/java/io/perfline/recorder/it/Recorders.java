package io.perfline.recorder.it;

import io.perfline.deploy.server.TomcatSettings;
import io.perfline.recorder.it.Stand.At;
import java.util.HashMap;
import java.util.Map;

/** Settings of the test recorders by context path. */
final class Recorders {

  private Recorders() {}

  static TomcatSettings settings(int kafkaPort, int cassandraPort) {
    Map<String, String> variables = new HashMap<>();
    variables.put("RECORDER_KAFKA_BOOTSTRAP", "127.0.0.1:" + kafkaPort);
    variables.put("RECORDER_CASSANDRA_CONTACT_POINTS", "127.0.0.1:" + cassandraPort);
    variables.put("RECORDER_CASSANDRA_DATACENTER", "datacenter1");
    variables.put("M_MEMORY_MESSAGES", "5000");
    variables.put("M_MEMORY_BYTES", Integer.toString(16 * 1024 * 1024));
    for (At at : At.values()) {
      variables.put(at + "_STORE", at.store);
      variables.put(at + "_KRYONET_PORTS", Integer.toString(at.kryonetPort));
      if (at != At.M) {
        variables.put(at + "_KAFKA_IN", "true");
        variables.put(at + "_KAFKA_IN_TOPIC", "in-" + at);
        variables.put(at + "_KAFKA_ACKS_TOPIC", "acks-" + at);
        variables.put(at + "_KAFKA_DEAD_TOPIC", "dead-" + at);
        variables.put(at + "_KAFKA_GROUP", "recorder-" + at);
      }
    }
    variables.put("GUARDED_STORE", "memory");
    variables.put("GUARDED_ACCESS_READ", "token");
    variables.put("GUARDED_ACCESS_METRICS", "nobody");
    variables.put("GUARDED_ACCESS_VERSION", "loopback");
    variables.put("GUARDED_ACCESS_TOKEN", "a token of the test, 0123456789");
    variables.put("TIGHT_STORE", "memory");
    variables.put("TIGHT_QUEUE_MESSAGES", "1");
    variables.put("TIGHT_KRYONET_PORTS", Integer.toString(Stand.TIGHT_KRYONET_PORT));
    variables.put("TIGHT_KRYONET_CONNECTIONS", "2");
    variables.put("WRONG_STORE", "paper");
    variables.put("WRONG_BATCH_BYTES", "many");
    variables.put("WRONG_KRYONET_PORTS", "0");
    return TomcatSettings.defaults().withVariables(variables);
  }
}
