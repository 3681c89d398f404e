package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.TextTemplate;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * What is sent: a text, {@code {file: …}} or {@code {json: …}}.
 *
 * @param home folder that a file's path is meant from
 */
record BodyKind(Path home) implements Schema<TextTemplate> {

  private static final Schema<String> TEXT =
      Schemas.plain("a text, {file: …} or {json: …}", Pattern.compile("(?s).*"), m -> m.group());

  @Override
  public TextTemplate read(Node node, ParseContext context) {
    String text = node instanceof ScalarNode ? TEXT.read(node, context) : given(node, context);
    return text == null ? null : TextTemplate.of(text, context.place(node));
  }

  private String given(Node node, ParseContext context) {
    Property<byte[]> file = optional("file", new PathKind(home), "File with the content.");
    Property<JsonNode> json = optional("json", new JsonKind(false), "JSON, written as YAML.");
    return ObjectSchema.<String>always(
            "a body",
            parsed -> {
              if (parsed.isGiven(file) == parsed.isGiven(json)) {
                parsed.fault(file, "a body is a text, or one of 'file' and 'json'");
              } else if (parsed.has(json)) {
                return parsed.get(json).toString();
              } else if (parsed.has(file)) {
                String text = text(parsed.get(file));
                if (text == null) {
                  parsed.fault(file, "it is not UTF-8");
                }
                return text;
              }
              return null;
            },
            List.of(file, json))
        .read(node, context);
  }

  /** Null for what is no text. */
  static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException binary) {
      return null;
    }
  }

  @Override
  public String what() {
    return TEXT.what();
  }
}
