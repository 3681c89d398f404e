package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.TextTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * One request of a session.
 *
 * @param body the body; null for none
 */
@Key.Noun("a request")
public record ScenarioRequest(
    @Key.Inline Target target,
    @Key(
            value = "Names the case of this request. The default is its method and path.",
            what = "a name of letters, digits, '.', '_' and '-'",
            form = "^[\\w.-]+$")
        String name,
    @Key(value = "Sets headers of the request.", what = "a header's value", form = "[^\\r\\n]*")
        @Key.Names(value = "header", letters = "a header's letters", form = ScenarioRequest.TOKEN)
        Map<String, TextTemplate> headers,
    @Key(value = "Sets the metadata of a gRPC call.", what = "a text", form = "[^\\r\\n]*")
        @Key.Names(
            value = "metadata key",
            letters = "a-z, 0-9, '_', '-' and '.'",
            form = "^[a-z0-9_.-]+$")
        Map<String, TextTemplate> metadata,
    @Key(value = "Sets the body of the request.", kind = "body") RequestBody body,
    @Key(
            value =
                "Sets the message of a gRPC call, which is written here as YAML. The default is an"
                    + " empty message.",
            kind = "message")
        RequestBody message,
    @Key(
            value = "Checks the response; a request whose response differs counts as an error.",
            name = "expect")
        ResponseCheck check,
    @Key("Saves values of the response for later requests of the session.")
        @Key.Names(
            value = "saved value",
            letters = "letters, digits and '_'",
            form = "^[A-Za-z_][A-Za-z0-9_]*$")
        Map<String, SavedValue> save)
    implements RecordSchema.Checked {

  static final String TOKEN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$";

  /** The headers that the driver sets itself. */
  private static final List<String> OWN =
      List.of("host", "content-length", "transfer-encoding", "connection", "expect");

  /** The content type of a gRPC call. */
  public static final String GRPC = "application/grpc";

  static final String PATH = "Path after the service's address.";
  static final String EXAMPLE = "a path such as /orders";
  static final String FORM = "(/|\\$\\{).*";

  /**
   * The keys that name the method and have the path as their value; exactly one of them is not
   * null.
   */
  record Target(
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate get,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate post,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate put,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate delete,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate patch,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate head,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate options,
      @Key(
              value = "Names the gRPC method that is called.",
              what = "a method such as shop.v1.Orders/Place",
              form = "^[A-Za-z_][\\w.]*/[A-Za-z_]\\w*$")
          TextTemplate grpc)
      implements RecordSchema.Checked {

    private static final List<String> KEYS =
        List.of("get", "post", "put", "delete", "patch", "head", "options", "grpc");

    private List<TextTemplate> values() {
      return Arrays.asList(get, post, put, delete, patch, head, options, grpc);
    }

    private TextTemplate named() {
      return values().stream().filter(Objects::nonNull).findFirst().orElse(null);
    }

    private TextTemplate path() {
      return grpc == null ? named() : TextTemplate.of("/" + grpc, grpc.position());
    }

    private String key() {
      return KEYS.get(values().indexOf(named()));
    }

    private String method() {
      return grpc == null ? key() : "post";
    }

    @Override
    public void check(ParsedObject parsed) {
      List<String> given = KEYS.stream().filter(parsed::isGiven).toList();
      if (given.size() != 1) {
        String found = given.isEmpty() ? "none" : "several";
        String message = "a request is one of %s, not %s".formatted(String.join(", ", KEYS), found);
        parsed.context().fault(parsed.position(), message);
      }
    }
  }

  public ScenarioRequest {
    check = check == null ? ResponseCheck.DEFAULT : check;
    name = name == null ? defaultName(target) : name;
    if (target != null && target.grpc != null) {
      headers = headers.isEmpty() ? metadata : headers;
      body = body != null ? body : message != null ? message : emptyMessage(target.grpc);
      check = check.statuses().isEmpty() ? check.withStatus(GrpcStatus.OK.ordinal()) : check;
    }
  }

  private static RequestBody emptyMessage(TextTemplate method) {
    return RequestBody.of(TextTemplate.of("{}", method.position()), TextSyntax.JSON, GRPC);
  }

  /** Returns the default name: the method, and the parts of the path without templates. */
  private static String defaultName(Target target) {
    StringBuilder fixed = new StringBuilder();
    List<String> parts = target.path() == null ? List.of() : target.path().parts();
    for (int i = 0; i < parts.size(); i += 2) {
      fixed.append(' ').append(parts.get(i).replaceFirst("[?].*", ""));
    }
    String words = fixed.toString().replaceAll("[^A-Za-z0-9.-]+", "_").replaceAll("^_|_$", "");
    return words.isEmpty() ? target.key() : target.key() + "_" + words;
  }

  /** Returns this request with another name. */
  ScenarioRequest withName(String other) {
    return new ScenarioRequest(target, other, headers, metadata, body, message, check, save);
  }

  /** Returns the gRPC method, such as {@code shop.v1.Orders/Place}; null for an HTTP request. */
  public String grpc() {
    return target.grpc == null ? null : target.grpc.toString();
  }

  /** Returns the HTTP method, such as {@code POST}. */
  public String method() {
    return target.method().toUpperCase(Locale.ROOT);
  }

  /** Returns the path, which follows the service's address. */
  public TextTemplate path() {
    return target.path();
  }

  /** Returns the value of a header of the request; null if the file does not define it. */
  public TextTemplate header(String wanted) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(wanted))
        .map(Map.Entry::getValue)
        .filter(Objects::nonNull) // A faulty value.
        .findFirst()
        .orElse(null);
  }

  List<TextTemplate> texts() {
    List<TextTemplate> texts = new ArrayList<>(headers.values());
    texts.add(path());
    texts.addAll(body == null ? List.of() : body.templates());
    texts.addAll(check.templates());
    texts.removeIf(Objects::isNull);
    return texts;
  }

  /** Returns the texts that are known to be JSON, in which values may be numbers. */
  List<TextTemplate> jsonTexts() {
    List<TextTemplate> texts = new ArrayList<>(check.json().values());
    if (body != null) {
      body.sections().stream()
          .filter(section -> section.syntax() == TextSyntax.JSON)
          .forEach(section -> texts.add(section.text()));
    }
    return texts;
  }

  @Override
  public void check(ParsedObject parsed) {
    TextTemplate path = target == null ? null : target.path();
    if (path != null && path.fill(name -> "").contains("#")) {
      parsed
          .context()
          .fault(path.position(), "what follows a '#' is never sent; write %23 for the character");
    }
    boolean calls = parsed.isGiven("grpc");
    for (String key : calls ? List.of("headers", "body") : List.of("metadata", "message")) {
      if (parsed.isGiven(key)) {
        String right = calls ? "'metadata' and 'message'" : "'headers' and 'body'";
        String what = calls ? "a gRPC call" : "an HTTP request";
        parsed.fault(key, "%s has %s instead".formatted(what, right));
      }
    }
    if (check.statuses().stream().anyMatch(status -> GrpcStatus.isOne(status) != calls)) {
      parsed.fault(
          "expect",
          calls
              ? "the status of a gRPC call is a name such as OK or NOT_FOUND"
              : "the status of an HTTP answer is a number from 100 to 599");
    }
    if (parsed.isGiven("body") && (parsed.isGiven("get") || parsed.isGiven("head"))) {
      parsed.fault("body", "a %s has no body".formatted(method()));
    }
    for (String key : metadata.keySet()) {
      if (key.startsWith("grpc-") || key.equals("content-type") || key.equals("te")) {
        parsed.fault("metadata", "'%s' is written by perfline itself".formatted(key));
      } else if (key.endsWith("-bin")) {
        parsed.fault("metadata", "'%s' is binary, and values are texts".formatted(key));
      }
    }
    TextTemplate type = header("Content-Type");
    if (type != null && type.names().isEmpty()) {
      try {
        var unused = BodyCharset.of(type.toString());
      } catch (IllegalArgumentException e) {
        parsed.context().fault(type.position(), e.getMessage());
      }
    }
    for (String header : headers.keySet()) {
      if (OWN.contains(header.toLowerCase(Locale.ROOT))) {
        parsed.fault("headers", "'%s' is written by perfline itself".formatted(header));
      }
    }
  }
}
