package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One of {@code requests}. */
final class RequestFormat {

  private static final String TOKEN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$";

  /** Headers that say who asks: what is in them comes from a variable or an earlier answer. */
  private static final List<String> SECRET =
      List.of("authorization", "proxy-authorization", "cookie", "x-api-key");

  /** Headers that the driver writes itself. */
  private static final List<String> OWN =
      List.of("host", "content-length", "transfer-encoding", "connection", "expect");

  private static final List<Key<TextTemplate>> METHODS =
      Stream.of("get", "post", "put", "delete", "patch", "head")
          .map(
              method ->
                  optional(
                      method,
                      (Kind<TextTemplate>)
                          new TemplateKind("a path such as /orders", "^(/|\\$\\{).*"),
                      "Path behind the service's address."))
          .toList();
  private static final Kind<String> WORDS =
      Kinds.plain("a text", Pattern.compile("(?s).*"), Matcher::group);
  private static final Key<String> NAME =
      optional(
          "name",
          Kinds.text("a name of letters, digits, '.', '_' and '-'", "^[\\w.-]+$", name -> name),
          "What the case of this request is called. Default: method and path.");
  private static final Key<Map<String, TextTemplate>> HEADERS =
      optional(
          "headers",
          Kinds.namedHere(
              "header",
              "a header's letters",
              TOKEN,
              name -> new TemplateKind("a header's value", "^[^\\r\\n]*$")),
          "Headers of the request.");
  private static final Kind<Pattern> REGEX =
      Kinds.text(
          "a regular expression",
          "",
          text -> {
            try {
              return Pattern.compile(text);
            } catch (PatternSyntaxException e) {
              throw new IllegalArgumentException(
                  "'%s' is no regular expression: %s".formatted(text, e.getDescription()), e);
            }
          });

  private static final Key<Integer> STATUS =
      optional("status", Kinds.integer("a status", 100, 599), "Default: any from 200 to 299.");
  private static final Key<Map<String, String>> HEADER =
      optional(
          "header",
          Kinds.namedHere("expected header", "a header's letters", TOKEN, name -> WORDS),
          "Text that each header must hold.");
  private static final Key<String> CONTAINS =
      optional("contains", WORDS, "Text that must stand in the body.");
  private static final Key<Pattern> MATCHES =
      optional("regex", REGEX, "What must be found in the body.");
  private static final Key<Map<String, JsonNode>> JSON =
      optional(
          "json",
          Kinds.namedHere("JSON pointer", "a JSON pointer's", "^/.*$", name -> new JsonKind()),
          "What must stand where in the body.");
  private static final Key<ResponseCheck> EXPECT =
      optional(
          "expect",
          Shape.always(
              "expect", RequestFormat::check, List.of(STATUS, HEADER, CONTAINS, MATCHES, JSON)),
          "What the answer must be.");

  private static final Key<String> FROM_HEADER =
      optional("header", Kinds.text("a header", TOKEN, name -> name), "The value of this header.");
  private static final Key<JsonPointer> FROM_JSON =
      optional("json", ServiceFormat.POINTER, "What stands there in the body.");
  private static final Key<Pattern> FROM_REGEX =
      optional("regex", REGEX, "What its first group matches in the body.");
  private static final Key<Map<String, SavedValue>> SAVE =
      optional(
          "save",
          Kinds.namedHere(
              "saved value",
              "letters, digits and '_'",
              "^[A-Za-z_][A-Za-z0-9_]*$",
              name ->
                  new Shape<>(
                      "what is saved",
                      RequestFormat::saved,
                      List.of(FROM_HEADER, FROM_JSON, FROM_REGEX))),
          "What the requests behind it use of the answer.");

  private final Reading reading;
  private final Key<TextTemplate> body;

  RequestFormat(Path home, Reading reading) {
    this.reading = reading;
    body = optional("body", new BodyKind(home), "What is sent.");
  }

  Kind<ScenarioRequest> kind() {
    return Shape.always(
        "a request",
        this::request,
        Stream.concat(METHODS.stream(), Stream.<Key<?>>of(NAME, HEADERS, body, EXPECT, SAVE))
            .toList());
  }

  private ScenarioRequest request(Values values) {
    List<Key<TextTemplate>> given = METHODS.stream().filter(values::isGiven).toList();
    if (given.size() != 1) {
      reading.fault(
          values.place(),
          "a request is one of %s, not %s"
              .formatted(
                  String.join(", ", METHODS.stream().map(Key::name).toList()),
                  given.isEmpty() ? "none" : "several"));
      return null;
    }
    Key<TextTemplate> method = given.get(0);
    TextTemplate path = values.get(method);
    if (path == null) {
      return null;
    }
    if (values.isGiven(body) && List.of("get", "head").contains(method.name())) {
      values.fault(body, "a %s has no body".formatted(method.name().toUpperCase(Locale.ROOT)));
    }
    Map<String, TextTemplate> headers = values.get(HEADERS, Map.of());
    headers.forEach((name, value) -> check(values, name, value));
    return new ScenarioRequest(
        values.get(NAME, RequestNames.of(method.name(), path)),
        method.name().toUpperCase(Locale.ROOT),
        path,
        headers,
        values.get(body),
        values.get(EXPECT, ResponseCheck.USUAL),
        values.get(SAVE, Map.of()));
  }

  private static void check(Values values, String name, TextTemplate value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (OWN.contains(lower)) {
      values.fault(HEADERS, "'%s' is written by perfline itself".formatted(name));
    }
    if (value != null && SECRET.contains(lower) && value.names().isEmpty()) {
      values.fault(
          HEADERS, "'%s' holds a secret: take it from a variable such as ${TOKEN}".formatted(name));
    }
  }

  private static ResponseCheck check(Values values) {
    return new ResponseCheck(
        values.get(STATUS, 0),
        values.get(HEADER, Map.of()),
        values.get(CONTAINS),
        values.get(MATCHES),
        values.get(JSON, Map.of()).entrySet().stream()
            .filter(one -> one.getValue() != null)
            .collect(
                Collectors.toMap(one -> JsonPointer.compile(one.getKey()), Map.Entry::getValue)));
  }

  private static SavedValue saved(Values values) {
    long ways =
        Stream.of(FROM_HEADER, FROM_JSON, FROM_REGEX)
            .map(Function.<Key<?>>identity())
            .filter(values::isGiven)
            .count();
    if (ways != 1) {
      values.fault(FROM_HEADER, "it is saved from one of 'header', 'json' and 'regex'");
    }
    return new SavedValue(values.get(FROM_HEADER), values.get(FROM_JSON), values.get(FROM_REGEX));
  }
}
