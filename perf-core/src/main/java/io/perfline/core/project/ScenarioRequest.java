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
import java.util.stream.Stream;

/**
 * One request of a session.
 *
 * @param body null for none
 */
@Key.Noun("a request")
public record ScenarioRequest(
    @Key.Inline Target target,
    @Key(
            value = "What the case of this request is called. Default: method and path.",
            what = "a name of letters, digits, '.', '_' and '-'",
            form = "^[\\w.-]+$")
        String name,
    @Key(value = "Headers of the request.", what = "a header's value", form = "[^\\r\\n]*")
        @Key.Names(value = "header", letters = "a header's letters", form = ScenarioRequest.TOKEN)
        Map<String, TextTemplate> headers,
    @Key(value = "What is sent.", kind = "body") RequestBody body,
    @Key(value = "What the answer must be.", name = "expect") ResponseCheck check,
    @Key("What later requests use of the answer.")
        @Key.Names(
            value = "saved value",
            letters = "letters, digits and '_'",
            form = "^[A-Za-z_][A-Za-z0-9_]*$")
        Map<String, SavedValue> save)
    implements RecordSchema.Checked {

  static final String TOKEN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$";

  /** The headers that the driver writes itself. */
  private static final List<String> OWN =
      List.of("host", "content-length", "transfer-encoding", "connection", "expect");

  static final String PATH = "Path after the service's address.";
  static final String EXAMPLE = "a path such as /orders";
  static final String FORM = "(/|\\$\\{).*";

  /** The key that names the method and whose value is the path; exactly one is not null. */
  record Target(
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate get,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate post,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate put,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate delete,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate patch,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate head,
      @Key(value = PATH, what = EXAMPLE, form = FORM) TextTemplate options)
      implements RecordSchema.Checked {

    private static final List<String> KEYS =
        List.of("get", "post", "put", "delete", "patch", "head", "options");

    private TextTemplate path() {
      return Stream.of(get, post, put, delete, patch, head, options)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }

    private String method() {
      int index = Arrays.asList(get, post, put, delete, patch, head, options).indexOf(path());
      return KEYS.get(index);
    }

    @Override
    public void check(ParsedObject parsed) {
      List<String> given = KEYS.stream().filter(parsed::isGiven).toList();
      if (given.size() != 1) {
        String found = given.isEmpty() ? "none" : "several";
        String message = "a request is one of %s, not %s".formatted(String.join(", ", KEYS), found);
        parsed.context().fault(parsed.place(), message);
      }
    }
  }

  public ScenarioRequest {
    check = check == null ? ResponseCheck.USUAL : check;
    name = name == null ? usualName(target) : name;
  }

  /** Returns the method and the parts of the path that are the same each time. */
  private static String usualName(Target target) {
    StringBuilder fixed = new StringBuilder();
    List<String> parts = target.path() == null ? List.of() : target.path().parts();
    for (int i = 0; i < parts.size(); i += 2) {
      fixed.append(' ').append(parts.get(i).replaceFirst("[?].*", ""));
    }
    String words = fixed.toString().replaceAll("[^A-Za-z0-9.-]+", "_").replaceAll("^_|_$", "");
    return words.isEmpty() ? target.method() : target.method() + "_" + words;
  }

  /** Creates the same request with another name. */
  ScenarioRequest withName(String other) {
    return new ScenarioRequest(target, other, headers, body, check, save);
  }

  /** Returns the method, such as {@code POST}. */
  public String method() {
    return target.method().toUpperCase(Locale.ROOT);
  }

  /** Returns what follows the service's address. */
  public TextTemplate path() {
    return target.path();
  }

  /** Returns the value of a header of the request; null if the file gives none. */
  public TextTemplate header(String wanted) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(wanted))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** Returns its texts with templates. */
  List<TextTemplate> texts() {
    List<TextTemplate> texts = new ArrayList<>(headers.values());
    texts.add(path());
    texts.addAll(body == null ? List.of() : body.templates());
    texts.addAll(check.templates());
    texts.removeIf(Objects::isNull);
    return texts;
  }

  /** Returns those of its texts that are JSON by the file, in which a value may be a number. */
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
          .fault(path.place(), "what follows a '#' is never sent; write %23 for the character");
    }
    if (parsed.isGiven("body") && (parsed.isGiven("get") || parsed.isGiven("head"))) {
      parsed.fault("body", "a %s has no body".formatted(method()));
    }
    for (String header : headers.keySet()) {
      if (OWN.contains(header.toLowerCase(Locale.ROOT))) {
        parsed.fault("headers", "'%s' is written by perfline itself".formatted(header));
      }
    }
  }
}
