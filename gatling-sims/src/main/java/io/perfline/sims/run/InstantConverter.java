package io.perfline.sims.run;

import java.time.DateTimeException;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A point in time on the command line: as people write it, or in milliseconds since 1970. */
final class InstantConverter implements ITypeConverter<Instant> {

  @Override
  public Instant convert(String text) {
    try {
      return text.matches("\\d{1,15}")
          ? Instant.ofEpochMilli(Long.parseLong(text))
          : Instant.parse(text);
    } catch (DateTimeException e) {
      throw new TypeConversionException(
          "'%s' is no time such as 2026-01-31T12:00:00Z, and no milliseconds".formatted(text));
    }
  }
}
