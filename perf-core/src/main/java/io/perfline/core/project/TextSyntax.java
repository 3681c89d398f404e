package io.perfline.core.project;

/** The language of a text with templates, which decides how their values are written. */
public enum TextSyntax {
  /** Values are written as they are. */
  PLAIN,
  /** Path and query of a request: other characters become {@code %XX}. */
  PATH,
  /** The value of a header: control characters, such as an end of line, become blanks. */
  HEADER,
  /** JSON: values within quotes are escaped; others are written as they are. */
  JSON,
  /** A form, {@code application/x-www-form-urlencoded}: other characters become {@code %XX}. */
  FORM
}
