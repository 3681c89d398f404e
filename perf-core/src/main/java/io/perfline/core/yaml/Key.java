package io.perfline.core.yaml;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that a record component is the value of a key in a file, see {@link RecordSchema}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {

  /** The meaning of the key in the JSON Schema, as whole sentences without the default. */
  String value();

  /**
   * The name of the key; by default it is derived from the component, as {@code base_url} from
   * baseUrl.
   */
  String name() default "";

  /** Declares that a file must contain the key. */
  boolean required() default false;

  /** The default value, as it would be written in a file. */
  String defaultValue() default "";

  /**
   * The name of the value's schema in the format; by default the component's type determines it.
   */
  String kind() default "";

  /** The expected text, number or word, as a noun with its article and an example. */
  String what() default "";

  /** The regular expression that must match a part of the text. */
  String form() default "";

  /** The smallest number. */
  int min() default 0;

  /** The largest number. */
  int max() default 0;

  /** Declares the noun for a record in messages, with its article: {@code a threshold}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Noun {
    String value();
  }

  /** Declares the names that a map may have. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Names {

    /** The noun for an entry with such a name. */
    String value();

    /** The characters of a name, for a message. */
    String letters() default "letters, digits, '.', '_' and '-'";

    /** The regular expression of a name. */
    String form() default "^[A-Za-z0-9][A-Za-z0-9_.-]*$";

    /** Declares that a name may occur only once in the whole file, rather than in its map. */
    boolean inFile() default false;
  }

  /** Declares a record whose keys are written next to those of the record that contains it. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Inline {

    /** The keys that are not allowed here. */
    String[] without() default {};
  }

  /** Declares a component that is the position of the value of another key. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface At {
    String value();
  }
}
