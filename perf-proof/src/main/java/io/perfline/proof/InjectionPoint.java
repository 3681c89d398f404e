package io.perfline.proof;

import java.util.Locale;
import org.objectweb.asm.MethodVisitor;

/** A method of the recorder that is made slower. */
interface InjectionPoint {

  String RECORDER = "io/perfline/recorder/";

  /** In capital letters. */
  String name();

  /** As the command line writes it. */
  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The class, below the recorder's package, with slashes. */
  String type();

  /** Where the class is among the classes of a WAR. */
  default String classFile() {
    return RECORDER + type() + ".class";
  }

  /** The only one of that name in its class. */
  String method();

  /**
   * Returns a visitor that slows the method.
   *
   * @param original receives the unchanged code
   */
  MethodVisitor slowed(MethodVisitor original);
}
