package io.perfline.proof.gate;

import org.objectweb.asm.MethodVisitor;

/** A method of the recorder that is made slower. */
interface InjectionPoint {

  /** As the command line writes it. */
  String word();

  /** Where the class is among the classes of a WAR. */
  String classFile();

  /** The only one of that name in its class. */
  String method();

  /**
   * The same code, slower.
   *
   * @param original takes it
   */
  MethodVisitor slowed(MethodVisitor original);
}
