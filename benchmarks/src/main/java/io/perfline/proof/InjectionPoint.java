package io.perfline.proof;

import java.util.Locale;
import org.objectweb.asm.MethodVisitor;

/** A method of the recorder that is made slower. */
interface InjectionPoint {

  String RECORDER = "io/perfline/recorder/";

  /** Returns the name in capital letters. */
  String name();

  /** Returns the name on the command line. */
  default String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the class relative to the recorder's package, with slashes. */
  String type();

  /** Returns the path of the class file below a WAR's classes. */
  default String classFile() {
    return RECORDER + type() + ".class";
  }

  /** Returns the name of the method, which is unique in its class. */
  String method();

  /**
   * Returns a visitor that slows the method.
   *
   * @param original receives the resulting code
   */
  MethodVisitor slowed(MethodVisitor original);
}
