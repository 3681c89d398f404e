package io.perfline.core.yaml;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that a record component is the value of a key in a file, see {@link RecordSchema}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {

  /** The meaning of the key, as a sentence; the JSON Schema contains it. */
  String value();

  /** The name of the key; by default that of the component, as {@code base_url} for baseUrl. */
  String name() default "";

  /** Whether a file must contain the key. */
  boolean required() default false;

  /** The value where a file does not contain the key, as it would be written there. */
  String otherwise() default "";
}
