package io.perfline.sims.slowed.agent;

import io.perfline.sims.slowed.RequestHook;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Inserts calls of the hook at the start and at every exit of entry points. */
public final class EntryPointTransformer implements ClassFileTransformer {

  private static final String HOOK = Type.getInternalName(RequestHook.class);

  private final List<EntryPoint> points;

  /**
   * @param methods the methods in the form {@code package.Class#method}, separated by spaces; empty
   *     for those of common HTTP servers
   */
  public EntryPointTransformer(String methods) {
    points =
        methods.isBlank()
            ? EntryPoint.DEFAULTS
            : Arrays.stream(methods.strip().split("\\s+", -1)).map(EntryPoint::of).toList();
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String type,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] original) {
    List<EntryPoint> inType = points.stream().filter(point -> point.type().equals(type)).toList();
    return inType.isEmpty() ? null : instrumented(original, inType);
  }

  private static byte[] instrumented(byte[] original, List<EntryPoint> points) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] thrown) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
            boolean code = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
            boolean bridge = (access & Opcodes.ACC_BRIDGE) != 0;
            return code && !bridge && points.stream().anyMatch(point -> point.is(name, descriptor))
                ? new Hooked(method)
                : method;
          }
        },
        0);
    return writer.toByteArray();
  }

  /** Surrounds a method with calls of the hook, even if the method throws. */
  private static final class Hooked extends MethodVisitor {

    private final Label start = new Label();

    Hooked(MethodVisitor original) {
      super(Opcodes.ASM9, original);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      call("begins");
      visitLabel(start);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        call("ends");
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      Label end = new Label();
      visitLabel(end);
      visitTryCatchBlock(start, end, end, null); // last, after the handlers of the method itself
      visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
      call("ends");
      super.visitInsn(Opcodes.ATHROW);
      super.visitMaxs(maxStack, maxLocals);
    }

    private void call(String method) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOK, method, "()V", false);
    }
  }
}
