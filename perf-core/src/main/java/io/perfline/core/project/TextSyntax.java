package io.perfline.core.project;

/** The syntax of a text with templates, which determines how their values are encoded. */
public enum TextSyntax {
  /** Values are inserted unchanged. */
  PLAIN,
  /** Path and query of a request; characters that are not allowed become {@code %XX}. */
  PATH,
  /** The value of a header; control characters, such as line ends, become blanks. */
  HEADER,
  /** JSON; values within quotes are escaped, and others are inserted unchanged. */
  JSON,
  /**
   * A form, {@code application/x-www-form-urlencoded}; characters that are not allowed become
   * {@code %XX}.
   */
  FORM,
  /** A name or a value of a form; everything that is not allowed becomes {@code %XX}. */
  FORM_FIELD
}
