package io.perfline.sims.driver;

import io.perfline.core.project.RequestBody;
import io.perfline.core.project.TextSyntax;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A request body whose process variables have been replaced by their values. */
public final class CompiledBody {

  /** A part of the body, which is either a text or bytes; the other one is null. */
  private record Section(CompiledText text, byte[] bytes) {}

  private final List<Section> sections = new ArrayList<>();

  /**
   * @param defaultSyntax the syntax of texts that have no syntax of their own
   * @param charset the charset of texts
   * @param known the names whose values a session provides
   * @param variables returns the value of a process variable
   * @throws UncheckedIOException if a text contains characters that the charset lacks
   */
  public CompiledBody(
      RequestBody body,
      TextSyntax defaultSyntax,
      Charset charset,
      Set<String> known,
      UnaryOperator<String> variables) {
    for (RequestBody.Section section : body.sections()) {
      TextSyntax syntax = section.syntax() == null ? defaultSyntax : section.syntax();
      sections.add(
          section.text() == null
              ? new Section(null, section.bytes())
              : new Section(
                  new CompiledText(section.text(), syntax, charset, known, variables), null));
    }
  }

  /** Returns whether the content is the same in all sessions. */
  public boolean isConstant() {
    return sections.stream().allMatch(one -> one.text == null || one.text.isConstant());
  }

  /**
   * Appends the content to {@code out}. In UTF-8 that allocates nothing.
   *
   * @throws UncheckedIOException if a value contains characters that the charset lacks
   */
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
   * @param scratch a buffer, which is overwritten
   */
  public byte[] bytes(ByteText scratch, SessionValues session) {
    scratch.clear();
    into(scratch, session);
    return Arrays.copyOf(scratch.bytes(), scratch.length());
  }
}
