package io.perfline.core.strict;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.yaml.snakeyaml.nodes.Node;

/** A name that is defined, or referred to, where it stands. */
record NameKind(Kind<String> name, Note note) implements Kind<String> {

  /** What to do with the name. */
  interface Note {
    void take(Reading reading, String name, SourcePosition place);
  }

  @Override
  public String read(Node node, Reading reading) {
    String text = name.read(node, reading);
    if (text != null) {
      note.take(reading, text, reading.place(node));
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
