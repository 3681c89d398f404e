package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.project.DataRows.Order;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Scalars;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.TextTemplate;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The types of values in a {@code perf.yml}, in addition to those of all formats. */
final class ProjectValues {

  private static final long MAX_BYTES = 16L << 20;

  private static final Schema<String> PATH = Scalars.text("a path", "^[^\\x00]+$", path -> path);
  private static final Schema<String> WORDS =
      Scalars.plain("a text, {file: …} or {json: …}", Pattern.compile("(?s).*"), Matcher::group);
  private static final Schema<TextTemplate> EXPECTED_WORDS =
      Scalars.template("a text", ".*").checkingSecrets();
  private static final Schema<Integer> HTTP_STATUS = Scalars.integer("a status", 100, 599);
  private static final Schema<Double> CONSTANT_RATE =
      Scalars.plain(
              "a rate such as 200/s or 90/min",
              Pattern.compile("(\\d{1,7}(?:\\.\\d{1,3})?)\\s*/\\s*(s|min)"),
              rate -> Rate.perSecond(rate.group(1), rate.group(2)))
          .withVariables();
  private static final Schema<byte[]> FILE = Schema.of("a file", ProjectValues::file);
  private static final Schema<TextTemplate> EXPECTED_JSON =
      Schema.of(
              "JSON",
              (Schema.Reader<TextTemplate>)
                  (node, in) ->
                      TextTemplate.of(YamlJson.read(node, in, true).toString(), in.position(node)))
          .checkingSecrets();

  private static final Map<Object, Schema<?>> VALUES =
      Map.ofEntries(
          Map.entry("version", Scalars.integer("the version", 1, 1)),
          Map.entry("path", PATH),
          Map.entry("paths", Schema.oneOrMore(PATH)),
          Map.entry("command", Scalars.text("a command", "\\S", text -> text)),
          Map.entry("compare", ProgramLoads.comparison()),
          Map.entry(
              "url path", Scalars.text("a path such as /health", "^/\\S*$", ScalarTexts::path)),
          Map.entry("variable", Schema.of("a variable", ProjectValues::variable).checkingSecrets()),
          Map.entry(
              "globs",
              Schema.listOf(Scalars.text("a glob such as tools/**", "\\S", ScalarTexts::glob))),
          Map.entry(
              "rate",
              Schema.of("a rate such as 200/s", ProjectValues::rate)
                  .orAs(() -> ProjectValues.RATE)),
          Map.entry(
              "speed",
              Scalars.plain(
                  "a speed such as 1x or 2.5x",
                  Pattern.compile("(\\d{1,4}(?:\\.\\d{1,3})?)\\s*x"),
                  speed -> ScalarTexts.positive(Double.parseDouble(speed.group(1))))),
          Map.entry(
              "places",
              Schema.oneOrMore(
                  Scalars.text("a JSON pointer such as /total", "", ScalarTexts::bodyPointer))),
          Map.entry("constant rate", CONSTANT_RATE),
          Map.entry(
              "arrivals",
              Scalars.oneOf("arrivals", new TreeMap<>(Map.of("constant", false, "poisson", true)))),
          Map.entry("words", EXPECTED_WORDS),
          Map.entry(
              "expected headers",
              Schema.named(
                  "expected header",
                  "a header's letters",
                  ScenarioRequest.TOKEN,
                  false,
                  name -> EXPECTED_WORDS)),
          Map.entry(
              "expected values",
              Schema.of("values by JSON pointer", ProjectValues::expectedValues).checkingSecrets()),
          Map.entry(
              "statuses", Schema.oneOrMore(Schema.of(HTTP_STATUS.what(), ProjectValues::status))),
          Map.entry(
              BodyKeys.FormPart.class,
              Schema.of("a text or {file: …}", ProjectValues::formPart)
                  .orAs(() -> ProjectValues.FORM_FILE)),
          Map.entry(
              "body", Schema.of(WORDS.what(), ProjectValues::body).orAs(() -> ProjectValues.BODY)),
          Map.entry("message", Schema.of("a message, written as YAML", ProjectValues::message)),
          Map.entry(Path.class, Schema.of(PATH.what(), ProjectValues::resolved).withVariables()),
          Map.entry(
              URI.class,
              Scalars.text("an address such as https://shop.example.org", "", ScalarTexts::url)
                  .withVariables()),
          Map.entry(
              JsonPointer.class,
              Scalars.text("a JSON pointer such as /commit", "", ScalarTexts::pointer)),
          Map.entry(Pattern.class, Scalars.text("a regular expression", "", ScalarTexts::regex)),
          Map.entry(byte[].class, FILE),
          Map.entry(
              JsonNode.class,
              Schema.of("JSON", (node, context) -> YamlJson.read(node, context, false))),
          Map.entry(
              DataRows.class,
              Schema.of("a file of rows", ProjectValues::data).orAs(() -> ProjectValues.DATA)),
          Map.entry(
              Durations.class,
              RecordSchema.of(
                  "a profile", Durations.class, Map.of(), Set.of(), Durations::ofComparison)));

  private static final Schema<RequestBody> BODY =
      RecordSchema.of(
          "a body", BodyKeys.class, VALUES, Set.of(), (keys, parsed) -> keys.body(parsed));

  private static final Schema<Map<String, TextTemplate>> EXPECTED_VALUES =
      Schema.named("JSON pointer", "a JSON pointer's", "^/.*$", false, n -> EXPECTED_JSON);

  private static final Schema<BodyKeys.FormPart> FORM_FILE =
      RecordSchema.of(BodyKeys.FormPart.class, VALUES);

  private static final Schema<Rate> RATE = RecordSchema.of(Rate.class, VALUES);

  private static final Schema<DataRows> DATA =
      RecordSchema.of(
          "data",
          DataFile.class,
          VALUES,
          Set.of(),
          (data, parsed) -> rows(data.file, data.order, parsed.node(), parsed.context()));

  private static final Schema<Scenario> SCENARIO = RecordSchema.of(Scenario.class, VALUES);

  /** The schemas of loads other than scenarios, by their characteristic keys. */
  private static final Map<String, Schema<? extends PlannedLoad>> OTHER_LOADS = otherLoads();

  /** All schemas, by type or by name. */
  static final Map<Object, Schema<?>> ALL = all();

  /** The keys of a section {@code data} that is more than a file name. */
  private record DataFile(
      @Key(value = "Names the CSV file with the rows.", required = true) byte[] file,
      @Key(
              value =
                  "Sets the order in which sessions take rows: in order (then again from the"
                      + " first), random, or once (a session fails when none is left).",
              what = "an order",
              defaultValue = "in order")
          Order order) {}

  private ProjectValues() {}

  private static Map<Object, Schema<?>> all() {
    Map<Object, Schema<?>> all = new HashMap<>(VALUES);
    all.put(PlannedLoad.class, Schema.of("a scenario", ProjectValues::load));
    return Map.copyOf(all);
  }

  private static Map<String, Schema<? extends PlannedLoad>> otherLoads() {
    Map<String, Schema<? extends PlannedLoad>> loads = new HashMap<>(ProgramLoads.schemas(VALUES));
    loads.put("gatling", RecordSchema.of(GatlingSimulation.class, VALUES));
    loads.put("kafka", RecordSchema.of(TopicLoad.class, VALUES));
    loads.put("driver", RecordSchema.of(CustomDriverLoad.class, VALUES));
    loads.put("replay", RecordSchema.of(Replay.class, VALUES));
    return loads;
  }

  /** Returns the schemas of all kinds of loads, by their characteristic keys. */
  static Map<String, Schema<? extends PlannedLoad>> loads() {
    Map<String, Schema<? extends PlannedLoad>> loads = new TreeMap<>(OTHER_LOADS);
    loads.put("requests", SCENARIO);
    return loads;
  }

  private static PlannedLoad load(Node node, ParseContext context) {
    List<NodeTuple> tuples =
        node instanceof MappingNode mapping ? mapping.getValue() : List.<NodeTuple>of();
    for (NodeTuple tuple : tuples) {
      if (tuple.getKeyNode() instanceof ScalarNode key && OTHER_LOADS.containsKey(key.getValue())) {
        return OTHER_LOADS.get(key.getValue()).read(node, context);
      }
    }
    return SCENARIO.read(node, context);
  }

  private static Rate rate(Node node, ParseContext context) {
    if (!(node instanceof ScalarNode)) {
      return RATE.read(node, context);
    }
    Double perSecond = CONSTANT_RATE.read(node, context);
    return perSecond == null ? null : Rate.constant(perSecond);
  }

  private static Path resolved(Node node, ParseContext context) {
    String path = PATH.read(node, context);
    return path == null ? null : context.home().resolve(path);
  }

  private static byte[] file(Node node, ParseContext context) {
    Path file = resolved(node, context);
    if (file == null) {
      return null;
    }
    String path = ((ScalarNode) node).getValue();
    try {
      if (Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES) {
        return Files.readAllBytes(file);
      }
      String why =
          Files.isRegularFile(file)
              ? "is longer than %d MiB".formatted(MAX_BYTES >> 20)
              : "does not exist";
      context.fault(context.position(node), "the file %s %s".formatted(path, why));
    } catch (IOException e) {
      context.fault(context.position(node), "the file %s can't be read: %s".formatted(path, e));
    }
    return null;
  }

  /** Returns the text of UTF-8 bytes; null if they are something else. */
  static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException binary) {
      return null;
    }
  }

  private static DataRows data(Node node, ParseContext context) {
    return node instanceof ScalarNode
        ? rows(FILE.read(node, context), Order.IN_ORDER, node, context)
        : DATA.read(node, context);
  }

  private static DataRows rows(byte[] file, Order order, Node node, ParseContext context) {
    if (file == null) {
      return null;
    }
    try {
      List<List<String>> all = CsvRows.of(text(file));
      List<String> columns = all.get(0);
      if (new HashSet<>(columns).size() < columns.size()) {
        throw new IllegalArgumentException("two of its columns have the same name");
      }
      return new DataRows(columns, all.subList(1, all.size()), order);
    } catch (IllegalArgumentException e) {
      context.fault(context.position(node), "the data can't be used: " + e.getMessage());
      return null;
    }
  }

  private static RequestBody body(Node node, ParseContext context) {
    if (!(node instanceof ScalarNode)) {
      return BODY.read(node, context);
    }
    String text = WORDS.read(node, context);
    return text == null
        ? null
        : RequestBody.of(TextTemplate.of(text, context.position(node)), null, null);
  }

  private static RequestBody message(Node node, ParseContext context) {
    if (!(node instanceof MappingNode)) {
      context.fault(context.position(node), "expected the fields of a message");
      return null;
    }
    String text = YamlJson.read(node, context, false).toString();
    return RequestBody.of(
        TextTemplate.of(text, context.position(node)), TextSyntax.JSON, ScenarioRequest.GRPC);
  }

  /** Reads the number of an HTTP status or the name of a gRPC status. */
  private static Integer status(Node node, ParseContext context) {
    return node instanceof ScalarNode one
        ? GrpcStatus.named(one.getValue())
            .map(GrpcStatus::ordinal)
            .orElseGet(() -> HTTP_STATUS.read(node, context))
        : HTTP_STATUS.read(node, context);
  }

  private static BodyKeys.FormPart formPart(Node node, ParseContext context) {
    if (!(node instanceof ScalarNode)) {
      return FORM_FILE.read(node, context);
    }
    TextTemplate text = Scalars.template("a text", ".*").read(node, context);
    return text == null ? null : new BodyKeys.FormPart(null, null, null, text);
  }

  /**
   * Reads expected values by their JSON pointers. If a key is a JSONPath, the message contains the
   * JSON pointer to use instead.
   */
  private static Map<JsonPointer, TextTemplate> expectedValues(Node node, ParseContext context) {
    List<NodeTuple> tuples =
        node instanceof MappingNode mapping ? mapping.getValue() : List.<NodeTuple>of();
    boolean right = true;
    for (NodeTuple tuple : tuples) {
      if (tuple.getKeyNode() instanceof ScalarNode key && !key.getValue().startsWith("/")) {
        context.fault(context.position(key), ScalarTexts.notAPointer(key.getValue()));
        right = false;
      }
    }
    Map<String, TextTemplate> values = right ? EXPECTED_VALUES.read(node, context) : null;
    return values == null ? null : byPlace(values);
  }

  private static Map<JsonPointer, TextTemplate> byPlace(Map<String, TextTemplate> values) {
    return values.entrySet().stream()
        .filter(one -> one.getValue() != null)
        .collect(Collectors.toMap(one -> JsonPointer.compile(one.getKey()), Map.Entry::getValue));
  }

  /**
   * Reads a value that must be a single variable. The message never contains the value, which may
   * be the secret itself.
   */
  private static String variable(Node node, ParseContext context) {
    String text = node instanceof ScalarNode one ? one.getValue() : "";
    TextTemplate template = TextTemplate.of(text, context.position(node));
    if (template.isNameAlone()) {
      return template.names().get(0);
    }
    context.fault(
        context.position(node),
        "expected a variable such as ${SHOP_PASSWORD}: no file contains a secret");
    return null;
  }
}
