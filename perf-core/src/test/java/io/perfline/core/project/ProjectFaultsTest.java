package io.perfline.core.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that values which can't be used are refused when the file is read. */
class ProjectFaultsTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          connections: 1, requests: [{post: /, body: {form: {user: a, password: b}}}] | password must be a variable
          connections: 1, requests: [{post: /, body: {form: {x: }}}]                  | perf.yml:3:
          connections: 1, requests: [{post: /, body: {json: {zip: 01067}}}]           | is not a JSON number; put a text in quotes
          rate: {from: 1/s, to: 9/s, over: 0 s}, requests: [{get: /}]                 | a ramp takes longer than 0 s
          jmh: 7                                                                      | which YAML takes for a number
          gatling: A, requests: ["GET /cart", "GET cart"]                             | two become the same name of a case
          """)
  void refusesALoad(String load, String message) {
    refused("{url: 'http://127.0.0.1:1'}", "{a: {%s}}".formatted(load), message);
  }

  @Test
  void refusesAPathWithAVariable() {
    refused(
        "{url: 'http://127.0.0.1:1', ready: {get: '/health?key=${KEY}'}}",
        "{a: {connections: 1, requests: [{get: /}]}}",
        "variables are not replaced");
  }

  @Test
  void aTextMayBeginWithZeros() throws IOException {
    Project project =
        read(
            "{url: 'http://127.0.0.1:1'}",
            "{a: {connections: 1, requests: [{post: /, body: {json: {zip: '01067'}}}]}}");

    assertThat(project.load().toString()).contains("01067");
  }

  private void refused(String service, String load, String message) {
    assertThatThrownBy(() -> read(service, load))
        .isInstanceOfSatisfying(
            Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(Fault.CONFIGURATION))
        .hasMessageContaining(message);
  }

  private Project read(String service, String load) throws IOException {
    Path file = folder.resolve("perf.yml");
    Files.writeString(file, "version: 1\nservice: %s\nload: %s\n".formatted(service, load));
    return ProjectFile.read(file);
  }

  @Test
  void aTokenWithALineBreakIsNotShown() {
    Login login = new Login(null, "SHOP_TOKEN");

    assertThatThrownBy(() -> login.authorization(Map.of("SHOP_TOKEN", "eyJ0\r")::get))
        .hasMessageContaining("the variable SHOP_TOKEN contains a line break")
        .hasMessageNotContaining("eyJ0");
    assertThat(login.authorization(Map.of("SHOP_TOKEN", "eyJ0")::get)).isEqualTo("Bearer eyJ0");
  }
}
