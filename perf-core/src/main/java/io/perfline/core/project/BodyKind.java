package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
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
record BodyKind(Path home) implements Kind<TextTemplate> {

  private static final Kind<String> TEXT =
      Kinds.plain("a text, {file: …} or {json: …}", Pattern.compile("(?s).*"), m -> m.group());

  @Override
  public TextTemplate read(Node node, Reading reading) {
    String text = node instanceof ScalarNode ? TEXT.read(node, reading) : given(node, reading);
    return text == null ? null : TextTemplate.of(text, reading.place(node));
  }

  private String given(Node node, Reading reading) {
    Key<byte[]> file = optional("file", new PathKind(home), "File that holds it.");
    Key<JsonNode> json = optional("json", new JsonKind(), "JSON, written as YAML.");
    return Shape.<String>always(
            "a body",
            values -> {
              if (values.isGiven(file) == values.isGiven(json)) {
                values.fault(file, "a body is a text, or one of 'file' and 'json'");
              } else if (values.has(json)) {
                return values.get(json).toString();
              } else if (values.has(file)) {
                String text = text(values.get(file));
                if (text == null) {
                  values.fault(file, "it is not UTF-8");
                }
                return text;
              }
              return null;
            },
            List.of(file, json))
        .read(node, reading);
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
