package io.perfline.core.strict;

/**
 * One key of a {@link Shape}.
 *
 * @param name as in the file
 * @param required whether it must be there
 * @param kind what its value may be
 * @param description what it means, for the JSON Schema
 * @param <T> what its value is read into
 */
public record Key<T>(String name, boolean required, Kind<T> kind, String description) {

  public static <T> Key<T> required(String name, Kind<T> kind, String description) {
    return new Key<>(name, true, kind, description);
  }

  /** For a format of which no JSON Schema is written. */
  public static <T> Key<T> required(String name, Kind<T> kind) {
    return required(name, kind, kind.what());
  }

  public static <T> Key<T> optional(String name, Kind<T> kind, String description) {
    return new Key<>(name, false, kind, description);
  }

  /** For a format of which no JSON Schema is written. */
  public static <T> Key<T> optional(String name, Kind<T> kind) {
    return optional(name, kind, kind.what());
  }
}
