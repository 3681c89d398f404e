package io.perfline.sims.driver;

import io.perfline.core.project.RequestBody;
import io.perfline.core.project.TextSyntax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A body whose process variables have been replaced. */
public final class CompiledBody {

  /** A text, or bytes; the other is null. */
  private record Section(CompiledText text, byte[] bytes) {}

  private final List<Section> sections = new ArrayList<>();

  /**
   * @param usual the syntax of texts that have none of their own
   * @param known names whose values a session provides
   * @param variables returns the value of a process variable
   */
  public CompiledBody(
      RequestBody body, TextSyntax usual, Set<String> known, UnaryOperator<String> variables) {
    for (RequestBody.Section section : body.sections()) {
      TextSyntax syntax = section.syntax() == null ? usual : section.syntax();
      sections.add(
          section.text() == null
              ? new Section(null, section.bytes())
              : new Section(new CompiledText(section.text(), syntax, known, variables), null));
    }
  }

  /** Returns whether the content is equal in all sessions. */
  public boolean isConstant() {
    return sections.stream().allMatch(one -> one.text == null || one.text.isConstant());
  }

  /** Appends the content to {@code out}; allocates nothing. */
  public void into(ByteText out, SessionValues session) {
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      if (section.text == null) {
        out.add(section.bytes);
      } else {
        section.text.into(out, session);
      }
    }
  }

  /**
   * Returns the content.
   *
   * @param scratch a buffer, whose content is overwritten
   */
  public byte[] bytes(ByteText scratch, SessionValues session) {
    scratch.clear();
    into(scratch, session);
    return Arrays.copyOf(scratch.bytes(), scratch.length());
  }
}
