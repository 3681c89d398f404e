package io.perfline.proof;

import io.perfline.proof.slowed.SlowdownClock;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Bytecode that is added to a method of the recorder. */
final class AddedCode {

  private static final String TAKEN = Type.getInternalName(SlowdownClock.class);

  private AddedCode() {}

  /**
   * Adds a call of a static method at the method's start.
   *
   * @param type the class of the static method
   * @param name the name of the static method
   * @param word its argument
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
   * Repeats a call that the method makes, with the same object and argument, so that the added cost
   * is that of the second call.
   *
   * @param called an interface method with one argument and without a result
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
          visitInsn(
              Opcodes.DUP_X2); // The values lie below the object and the argument, which the call
          // consumes.
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
