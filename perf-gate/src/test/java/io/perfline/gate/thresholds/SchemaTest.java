package io.perfline.gate.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Tests that editors using the schema report what the reader refuses, as far as a schema can
 * express it.
 */
class SchemaTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema((JsonNode) ThresholdsFile.schema());

  @Test
  void acceptsWhateverTheReaderAccepts() throws IOException {
    assertThat(faults(ThresholdsFileTest.WHOLE)).isZero();
    String ours = Files.readString(Path.of("..", "thresholds.yml"));
    assertThat(faults(ours)).isZero();
    assertThat(ThresholdsFile.read("thresholds.yml", ours).thresholds()).isNotEmpty();
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          version: 1               | version: 2
          version: 1               | versoin: 1
          min_samples: 500         | min_samples: 0
          min_samples: 500         | min_samples: many
          deployed_commit: false   | deployed_commit: "no"
          case: http/browse        | case: "http//browse"
          metric: throughput       | metric: thruput
          metric: throughput       | metric: [throughput]
          target: direct           | target: To Kafka
          "<= 0.25 s"              | "<= 250"
          "<= 0.25 s"              | "= 250 ms"
          "<= 0.25 s"              | "<= NaN ms"
          ">= 50000 msg/s"         | 50000
          min_samples: 20          | samples: 20
          max_age: 30 d            | max_age: 30
          [environment, profile]   | [enviroment]
          [environment, profile]   | []
          { war:                   | { wra:
          pages: 95 %              | pages: many
          issue: P-1,              | iss: P-1,
          until: 2026-12-31        | until: soon
          shift: 0a1b2c3           | shift: main
          """)
  void refusesWhateverTheReaderRefuses(String written, String instead) throws IOException {
    String exceeded =
        ThresholdsFileTest.WHOLE.replaceFirst(
            Pattern.quote(written), java.util.regex.Matcher.quoteReplacement(instead));
    assertThat(exceeded).isNotEqualTo(ThresholdsFileTest.WHOLE);

    assertThat(faults(exceeded)).isPositive();
    assertThatThrownBy(() -> ThresholdsFile.read("t.yml", exceeded)).isInstanceOf(Fault.class);
  }

  @Test
  void refusesAFileWithoutLimits() throws IOException {
    assertThat(faults("version: 1")).isPositive();
  }

  @Test
  void theSchemaFileIsUpToDate() throws IOException {
    assertThat(JSON.readTree(Files.readString(Path.of("thresholds.schema.json"))))
        .as("./perfline gate --schema > perf-gate/thresholds.schema.json regenerates it")
        .isEqualTo(ThresholdsFile.schema());
  }

  private static int faults(String yaml) throws IOException {
    LoaderOptions options = new LoaderOptions();
    DumperOptions dumper = new DumperOptions();
    Object value =
        new Yaml(
                new SafeConstructor(options),
                new Representer(dumper),
                dumper,
                options,
                new AsEditorsDo())
            .load(yaml);
    return SCHEMA.validate(JSON.valueToTree(value)).size();
  }

  /** Reads dates as text, like YAML 1.2's core schema, which editors use. */
  private static final class AsEditorsDo extends Resolver {
    @Override
    protected void addImplicitResolvers() {
      addImplicitResolver(Tag.BOOL, Pattern.compile("true|false"), "tf");
      addImplicitResolver(Tag.INT, Pattern.compile("[-+]?[0-9]+"), "-+0123456789");
      addImplicitResolver(Tag.NULL, Pattern.compile("null|~|"), "n~\0");
    }
  }
}
