package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.TextTemplate;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One of {@code requests}. */
final class RequestFormat {

  private static final String TOKEN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$";

  /** Headers that the driver writes itself. */
  private static final List<String> OWN =
      List.of("host", "content-length", "transfer-encoding", "connection", "expect");

  private static final List<Property<TextTemplate>> METHODS =
      Stream.of("get", "post", "put", "delete", "patch", "head")
          .map(
              method ->
                  optional(
                      method,
                      (Schema<TextTemplate>)
                          new TemplateKind("a path such as /orders", "^(/|\\$\\{).*"),
                      "Path after the service's address."))
          .toList();
  private static final Schema<String> WORDS =
      Schemas.plain("a text", Pattern.compile("(?s).*"), Matcher::group);
  private static final Property<String> NAME =
      optional(
          "name",
          Schemas.text("a name of letters, digits, '.', '_' and '-'", "^[\\w.-]+$", name -> name),
          "What the case of this request is called. Default: method and path.");
  private static final Property<Map<String, TextTemplate>> HEADERS =
      optional(
          "headers",
          Schemas.namedHere(
              "header",
              "a header's letters",
              TOKEN,
              name -> new TemplateKind("a header's value", "^[^\\r\\n]*$")),
          "Headers of the request.");
  private static final Schema<Pattern> REGEX =
      Schemas.text(
          "a regular expression",
          "",
          text -> {
            try {
              return Pattern.compile(text);
            } catch (PatternSyntaxException e) {
              throw new IllegalArgumentException(
                  "'%s' is not a regular expression: %s".formatted(text, e.getDescription()), e);
            }
          });

  private static final Schema<Map<JsonPointer, JsonNode>> JSON =
      Schemas.namedHere("JSON pointer", "a JSON pointer's", "^/.*$", name -> new JsonKind(true))
          .then(RequestFormat::byPlace);
  private static final Property<ResponseCheck> EXPECT =
      optional(
          "expect",
          RecordSchema.of(
              "expect",
              ResponseCheck.class,
              Map.of(
                  "status",
                  Schemas.integer("a status", 100, 599),
                  "headers",
                  Schemas.namedHere(
                      "expected header",
                      "a header's letters",
                      TOKEN,
                      name -> Schemas.expected(WORDS)),
                  "contains",
                  WORDS,
                  "regex",
                  REGEX,
                  "json",
                  JSON),
              (check, parsed) -> {}),
          "What the answer must be.");
  private static final Schema<SavedValue> SAVED =
      RecordSchema.of(
          "what is saved",
          SavedValue.class,
          Map.of(
              "header",
              Schemas.text("a header", TOKEN, name -> name),
              "json",
              ServiceFormat.POINTER,
              "regex",
              REGEX),
          RequestFormat::checkSaved);
  private static final Property<Map<String, SavedValue>> SAVE =
      optional(
          "save",
          Schemas.namedHere(
              "saved value", "letters, digits and '_'", "^[A-Za-z_][A-Za-z0-9_]*$", name -> SAVED),
          "What later requests use of the answer.");

  private final ParseContext context;
  private final Property<TextTemplate> body;

  RequestFormat(Path home, ParseContext context) {
    this.context = context;
    body = optional("body", new BodyKind(home), "What is sent.");
  }

  Schema<ScenarioRequest> kind() {
    return ObjectSchema.always(
        "a request",
        this::request,
        Stream.concat(METHODS.stream(), Stream.<Property<?>>of(NAME, HEADERS, body, EXPECT, SAVE))
            .toList());
  }

  private ScenarioRequest request(ParsedObject parsed) {
    List<Property<TextTemplate>> given = METHODS.stream().filter(parsed::isGiven).toList();
    if (given.size() != 1) {
      context.fault(
          parsed.place(),
          "a request is one of %s, not %s"
              .formatted(
                  String.join(", ", METHODS.stream().map(Property::name).toList()),
                  given.isEmpty() ? "none" : "several"));
      return null;
    }
    Property<TextTemplate> method = given.get(0);
    TextTemplate path = parsed.get(method);
    if (path == null) {
      return null;
    }
    if (parsed.isGiven(body) && List.of("get", "head").contains(method.name())) {
      parsed.fault(body, "a %s has no body".formatted(method.name().toUpperCase(Locale.ROOT)));
    }
    Map<String, TextTemplate> headers = parsed.get(HEADERS, Map.of());
    headers.keySet().forEach(name -> checkHeader(parsed, name));
    return new ScenarioRequest(
        parsed.get(NAME, RequestNames.of(method.name(), path)),
        method.name().toUpperCase(Locale.ROOT),
        path,
        headers,
        parsed.get(body),
        parsed.get(EXPECT, ResponseCheck.USUAL),
        parsed.get(SAVE, Map.of()));
  }

  private static void checkHeader(ParsedObject parsed, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (OWN.contains(lower)) {
      parsed.fault(HEADERS, "'%s' is written by perfline itself".formatted(name));
    }
  }

  private static Map<JsonPointer, JsonNode> byPlace(Map<String, JsonNode> values) {
    return values.entrySet().stream()
        .filter(one -> one.getValue() != null)
        .collect(Collectors.toMap(one -> JsonPointer.compile(one.getKey()), Map.Entry::getValue));
  }

  private static void checkSaved(SavedValue value, ParsedObject parsed) {
    if (Stream.of("header", "json", "regex").filter(parsed::isGiven).count() != 1) {
      parsed.fault("header", "it is saved from one of 'header', 'json' and 'regex'");
    }
  }
}
