package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import io.perfline.proof.slowed.Slowed;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A class of the recorder in which one method starts with a call of {@link Slowed#message}. */
final class SlowedClass extends ClassVisitor {

  private final SlowedWay way;
  private int changed;

  private SlowedClass(ClassWriter writer, SlowedWay way) {
    super(Opcodes.ASM9, writer);
    this.way = way;
  }

  /**
   * The class that handles the messages of {@code way}, slowed; all else in it stays as it was.
   *
   * @throws Fault exit code 2 when the class has no such method, or several
   */
  static byte[] of(byte[] original, SlowedWay way) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    SlowedClass visitor = new SlowedClass(writer, way);
    reader.accept(visitor, 0);
    if (visitor.changed != 1) {
      throw Fault.configuration(
          "%s has %d methods '%s', of which one handles a message that came by '%s': name it in %s"
              .formatted(
                  way.classFile(),
                  visitor.changed,
                  way.method(),
                  way.word(),
                  SlowedWay.class.getSimpleName()));
    }
    return writer.toByteArray();
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
    boolean bridge = (access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_ABSTRACT)) != 0;
    if (bridge || !name.equals(way.method())) {
      return method;
    }
    changed++;
    return new MethodVisitor(Opcodes.ASM9, method) {
      @Override
      public void visitCode() {
        super.visitCode();
        visitLdcInsn(way.word());
        visitMethodInsn(
            Opcodes.INVOKESTATIC,
            Type.getInternalName(Slowed.class),
            "message",
            "(Ljava/lang/String;)V",
            false);
      }
    };
  }
}
