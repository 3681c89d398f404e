package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A code block of a documentation page. */
public final class PageBlock {

  private PageBlock() {}

  /** Returns the only block in a language, without its indentation. */
  public static String of(Path page, String language) throws IOException {
    Matcher blocks =
        Pattern.compile(
                "^( *)```" + language + "\\n(.*?)^ *```$", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(Files.readString(page));
    assertThat(blocks.find()).as(page + " has a block of " + language).isTrue();
    String block = blocks.group(2).replaceAll("(?m)^" + blocks.group(1), "");
    assertThat(blocks.find()).as(page + " has another block of " + language).isFalse();
    return block;
  }
}
