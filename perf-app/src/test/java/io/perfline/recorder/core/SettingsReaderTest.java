package io.perfline.recorder.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.perfline.recorder.app.StoreKind;
import io.perfline.recorder.core.RecorderSettings.Who;
import io.perfline.recorder.store.cassandra.CassandraSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsReaderTest {

  @Test
  void requiresOnlyTheStore() throws SettingsException {
    RecorderSettings settings = read("/recorder", Map.of(), Map.of("RECORDER_STORE", "memory"));

    assertThat(settings.store()).isInstanceOf(MemoryStore.Settings.class);
    assertThat(settings.limits().messageBytes()).isEqualTo(5 * 1024 * 1024);
    assertThat(settings.kryonet().ports()).isEmpty();
    assertThat(settings.kafka()).isEmpty();
    assertThat(settings.access().record()).isEqualTo(Who.EVERYONE);
  }

  @Test
  void reportsEveryErrorWithTheNameOfItsSetting() {
    SettingsException thrown =
        failing(
            "/recorder",
            Map.of("RECORDER_BATCH_DELAY_MS", "soon"),
            Map.of(
                "RECORDER_STORE", "cassandra",
                "RECORDER_CASSANDRA_USER", "me",
                "RECORDER_KRYONET_PORTS", "1,99999",
                "RECORDER_QUEUE_BYTES", "100000",
                "RECORDER_STOER", "kafka",
                "RECORDER_ACCESS_METRICS", "token"));

    assertThat(thrown.faults())
        .satisfiesExactlyInAnyOrder(
            fault -> assertThat(fault).contains("RECORDER_STOER is not a setting"),
            fault ->
                assertThat(fault).contains("context parameter RECORDER_BATCH_DELAY_MS", "soon"),
            fault -> assertThat(fault).contains("RECORDER_CASSANDRA_CONTACT_POINTS is not set"),
            fault -> assertThat(fault).contains("RECORDER_CASSANDRA_DATACENTER is not set"),
            fault -> assertThat(fault).contains("RECORDER_CASSANDRA_PASSWORD only go together"),
            fault -> assertThat(fault).contains("RECORDER_KRYONET_PORTS contains '99999'"),
            fault -> assertThat(fault).contains("RECORDER_QUEUE_BYTES is 100000"),
            fault -> assertThat(fault).contains("RECORDER_ACCESS_TOKEN is not set"));
    assertThat(thrown).hasMessageContaining("8 settings are wrong");
  }

  @Test
  void requiresAStore() {
    assertThat(failing("/recorder", Map.of(), Map.of()).faults())
        .containsExactly("RECORDER_STORE is not set; set it to one of memory, kafka, cassandra");
  }

  @Test
  void prefersTheContextToItsVariablesToTheSharedOnes() throws SettingsException {
    Map<String, String> environment = new HashMap<>();
    environment.put("RECORDER_STORE", "memory");
    environment.put("RECORDER_MESSAGE_BYTES", "1000");
    environment.put("RECORDER_URL_LENGTH", "100");
    environment.put("RECORDER_BASELINE_URL_LENGTH", "200");
    environment.put("RECORDER_BASELINE_MESSAGE_BYTES", "2000");

    RecorderSettings settings =
        read("/recorder-baseline", Map.of("RECORDER_MESSAGE_BYTES", "3000"), environment);

    assertThat(settings.limits().messageBytes()).isEqualTo(3000);
    assertThat(settings.limits().urlLength()).isEqualTo(200);
    assertThat(settings.store()).isInstanceOf(MemoryStore.Settings.class);
  }

  @Test
  void doesNotUseThePortsOfAnotherContext() throws SettingsException {
    Map<String, String> environment =
        Map.of(
            "RECORDER_STORE", "memory",
            "RECORDER_KRYONET_PORTS", "7001, 7002",
            "RECORDER_BASELINE_KRYONET_PORTS", "7003");

    assertThat(read("/recorder", Map.of(), environment).kryonet().ports())
        .containsExactly(7001, 7002);
    assertThat(read("/recorder-baseline", Map.of(), environment).kryonet().ports())
        .containsExactly(7003);
    assertThat(read("/other", Map.of(), environment).kryonet().ports()).isEmpty();
  }

  @Test
  void hidesSecrets() throws SettingsException {
    RecorderSettings settings =
        read(
            "/recorder",
            Map.of(),
            Map.of(
                "RECORDER_STORE", "cassandra",
                "RECORDER_CASSANDRA_CONTACT_POINTS", "[::1]:9042,db:9043",
                "RECORDER_CASSANDRA_DATACENTER", "dc1",
                "RECORDER_CASSANDRA_USER", "me",
                "RECORDER_CASSANDRA_PASSWORD", "hunter2hunter2",
                "RECORDER_ACCESS_READ", "token",
                "RECORDER_ACCESS_TOKEN", "0123456789abcdef"));

    assertThat(settings.toString()).doesNotContain("hunter2").doesNotContain("0123456789abcdef");
    assertThat(((CassandraSettings) settings.store()).contactPoints())
        .containsExactly(new BindAddress("::1", 9042), new BindAddress("db", 9043));
  }

  @Test
  void refusesAShortToken() {
    SettingsException thrown =
        failing(
            "/recorder",
            Map.of(),
            Map.of(
                "RECORDER_STORE", "memory",
                "RECORDER_ACCESS_READ", "token",
                "RECORDER_ACCESS_TOKEN", "secret"));

    assertThat(thrown.faults())
        .containsExactly("RECORDER_ACCESS_TOKEN is too short: give at least 16 characters");
  }

  @Test
  void everySettingIsDocumented() throws Exception {
    String readme = Files.readString(Path.of("README.md"));

    assertThat(Arrays.stream(SettingName.values()).map(name -> "`" + name + "`"))
        .allSatisfy(name -> assertThat(readme).contains(name));
  }

  private static RecorderSettings read(
      String context, Map<String, String> parameters, Map<String, String> environment)
      throws SettingsException {
    return SettingsReader.read(context, parameters, environment, StoreKind.class);
  }

  private static SettingsException failing(
      String context, Map<String, String> parameters, Map<String, String> environment) {
    return catchThrowableOfType(
        SettingsException.class, () -> read(context, parameters, environment));
  }
}
