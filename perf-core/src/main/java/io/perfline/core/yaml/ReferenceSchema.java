package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.yaml.snakeyaml.nodes.Node;

/** A name that is defined, or referred to, where it stands. */
record ReferenceSchema(Schema<String> name, Note note) implements Schema<String> {

  /** What to do with the name. */
  interface Note {
    void take(ParseContext context, String name, SourcePosition position);
  }

  @Override
  public String read(Node node, ParseContext context) {
    String text = name.read(node, context);
    if (text != null) {
      note.take(context, text, context.place(node));
    }
    return text;
  }

  @Override
  public ObjectNode schema() {
    return name.schema();
  }

  @Override
  public String what() {
    return name.what();
  }
}
