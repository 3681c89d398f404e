package io.perfline.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** The builds that the nightly run compares with. */
enum Since {
  /** The commit of the last nightly run that let it through. */
  NIGHT,
  /** The last release, or the newest commit that is at least a week old. */
  RELEASE;

  /** Reads the words of the option {@code --since}. */
  static final class Words implements ITypeConverter<Since> {
    @Override
    public Since convert(String word) {
      return Since.valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
