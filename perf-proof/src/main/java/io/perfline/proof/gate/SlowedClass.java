package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class of the recorder in which one method is slowed. */
final class SlowedClass extends ClassVisitor {

  private final InjectionPoint point;
  private int changed;

  private SlowedClass(ClassWriter writer, InjectionPoint point) {
    super(Opcodes.ASM9, writer);
    this.point = point;
  }

  /**
   * The class of {@code point}, slowed; all else in it stays as it was.
   *
   * @throws Fault exit code 2 when the class has no such method, or several
   */
  static byte[] of(byte[] original, InjectionPoint point) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    SlowedClass visitor = new SlowedClass(writer, point);
    reader.accept(visitor, 0);
    if (visitor.changed != 1) {
      throw Fault.configuration(
          "%s has %d methods '%s', of which one is slowed by '%s': name it in %s"
              .formatted(
                  point.classFile(),
                  visitor.changed,
                  point.method(),
                  point.word(),
                  point.getClass().getSimpleName()));
    }
    return writer.toByteArray();
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
    boolean bridge = (access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_ABSTRACT)) != 0;
    if (bridge || !name.equals(point.method())) {
      return method;
    }
    changed++;
    return point.slowed(method);
  }
}
