package io.perfline.proof;

import io.perfline.proof.slowed.SlowdownClock;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Code that is added to a method of the recorder. */
final class AddedCode {

  private static final String TAKEN = Type.getInternalName(SlowdownClock.class);

  private AddedCode() {}

  /**
   * A call at the method's start.
   *
   * @param type whose static method is called
   * @param name of that method
   * @param word that it is given
   */
  static MethodVisitor atStart(MethodVisitor original, Class<?> type, String name, String word) {
    return new MethodVisitor(Opcodes.ASM9, original) {
      @Override
      public void visitCode() {
        super.visitCode();
        visitLdcInsn(word);
        visitMethodInsn(
            Opcodes.INVOKESTATIC, Type.getInternalName(type), name, "(Ljava/lang/String;)V", false);
      }
    };
  }

  /**
   * One call more, of the same with the same, before a call that the method makes. The additional
   * cost is that of the second call.
   *
   * @param called a method of an interface, with one argument and without a result
   */
  static MethodVisitor again(MethodVisitor original, String called) {
    return new MethodVisitor(Opcodes.ASM9, original) {
      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean ofInterface) {
        boolean again = opcode == Opcodes.INVOKEINTERFACE && name.equals(called);
        if (again) {
          visitInsn(Opcodes.DUP2);
          super.visitMethodInsn(opcode, owner, name, descriptor, true);
          super.visitMethodInsn(Opcodes.INVOKESTATIC, TAKEN, "begins", "()L" + TAKEN + ";", false);
          visitInsn(Opcodes.DUP_X2); // below the object and the argument, which the call takes
          visitInsn(Opcodes.POP);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
        if (again) {
          super.visitMethodInsn(Opcodes.INVOKESTATIC, TAKEN, "ends", "(L" + TAKEN + ";)V", false);
        }
      }
    };
  }
}
