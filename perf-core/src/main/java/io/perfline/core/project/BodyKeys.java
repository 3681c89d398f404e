package io.perfline.core.project;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.TextTemplate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys of a body that is not just a text; it has exactly one of them. */
record BodyKeys(
    @Key("Names the file that is sent; if it contains text, its templates are filled in.")
        byte[] file,
    @Key("Names a file that is sent unchanged.") byte[] binary,
    @Key("Sends JSON, which is written here as YAML.") JsonNode json,
    @Key(
            value = "Sends these fields as a form (application/x-www-form-urlencoded).",
            what = "a text",
            form = ".*")
        @Key.Names(value = "field", letters = "any letters", form = ".+")
        Map<String, TextTemplate> form,
    @Key("Sends these parts as multipart/form-data; each one is a text or {file: …}.")
        @Key.Names(value = "part", letters = "any letters but quotes", form = "[^\"\\r\\n]+")
        Map<String, FormPart> multipart) {

  private static final String BOUNDARY = "perfline-9d1f0c52b7a84e63";

  /** A part of {@code multipart/form-data}: a text, or a file with its name and content type. */
  @Key.Noun("a part of a form")
  record FormPart(
      @Key(value = "Names a file that is sent unchanged.", required = true) byte[] file,
      @Key(
              value = "Sets the file name that the service receives.",
              what = "a name",
              form = "[^\"\\r\\n]+")
          String name,
      @Key(
              value = "Sets the content type of the file.",
              what = "a type such as image/png",
              form = "\\S+/\\S+")
          String type,
      TextTemplate text) {}

  RequestBody body(ParsedObject parsed) {
    List<String> keys = List.of("file", "binary", "json", "form", "multipart");
    if (keys.stream().filter(parsed::isGiven).count() != 1) {
      parsed.fault("file", "a body is a text, or one of " + String.join(", ", keys));
      return null;
    }
    if (json != null) {
      return of(json.toString(), TextSyntax.JSON, "application/json", parsed);
    } else if (file != null) {
      String text = ProjectValues.text(file);
      return text == null ? bytes(file) : of(text, null, null, parsed);
    } else if (binary != null) {
      return bytes(binary);
    } else if (form != null && !form.isEmpty()) {
      return new RequestBody(fields(parsed), "application/x-www-form-urlencoded");
    }
    return multipart == null || multipart.isEmpty() ? null : formWithFiles();
  }

  private static RequestBody of(
      String text, TextSyntax syntax, String contentType, ParsedObject parsed) {
    return RequestBody.of(TextTemplate.of(text, parsed.position()), syntax, contentType);
  }

  private static RequestBody bytes(byte[] content) {
    return new RequestBody(List.of(RequestBody.Section.of(content)), null);
  }

  /** Returns the form fields, whose encoding depends on the charset of the request. */
  private List<RequestBody.Section> fields(ParsedObject parsed) {
    List<RequestBody.Section> sections = new ArrayList<>();
    form.forEach(
        (name, value) -> {
          if (value != null) { // otherwise its error has been reported
            String before = sections.isEmpty() ? "" : "&";
            sections.add(RequestBody.Section.of(before.getBytes(StandardCharsets.UTF_8)));
            sections.add(field(new TextTemplate(List.of(name), parsed.position())));
            sections.add(RequestBody.Section.of("=".getBytes(StandardCharsets.UTF_8)));
            sections.add(field(value));
          }
        });
    return List.copyOf(sections);
  }

  private static RequestBody.Section field(TextTemplate text) {
    return new RequestBody.Section(text, TextSyntax.FORM_FIELD, null);
  }

  private RequestBody formWithFiles() {
    List<RequestBody.Section> sections = new ArrayList<>();
    multipart.forEach(
        (name, part) -> {
          if (part != null && (part.text() != null || part.file() != null)) {
            sections.add(RequestBody.Section.of(head(name, part).getBytes(StandardCharsets.UTF_8)));
            sections.add(
                part.text() == null
                    ? RequestBody.Section.of(part.file())
                    : new RequestBody.Section(part.text(), TextSyntax.PLAIN, null));
            sections.add(RequestBody.Section.of("\r\n".getBytes(StandardCharsets.UTF_8)));
          }
        });
    sections.add(
        RequestBody.Section.of("--%s--\r\n".formatted(BOUNDARY).getBytes(StandardCharsets.UTF_8)));
    return new RequestBody(List.copyOf(sections), "multipart/form-data; boundary=" + BOUNDARY);
  }

  private static String head(String name, FormPart part) {
    String head = "--%s\r\nContent-Disposition: form-data; name=\"%s\"".formatted(BOUNDARY, name);
    if (part.text() == null) {
      String type = part.type() == null ? "application/octet-stream" : part.type();
      head +=
          "; filename=\"%s\"\r\nContent-Type: %s"
              .formatted(part.name() == null ? name : part.name(), type);
    }
    return head + "\r\n\r\n";
  }
}
