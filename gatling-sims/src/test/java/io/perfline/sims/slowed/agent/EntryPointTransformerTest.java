package io.perfline.sims.slowed.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class EntryPointTransformerTest {

  @TempDir java.nio.file.Path folder;

  /** A method with three exits. */
  static final class Handler {
    int handle(int number) {
      if (number < 0) {
        throw new IllegalArgumentException("negative");
      }
      try {
        return number == 0 ? 1 : 100 / (number - 1);
      } catch (ArithmeticException e) {
        return -1;
      }
    }

    int other() {
      return 1;
    }
  }

  @Test
  void keepsTheCodeOfAnEntryPointBetweenTheHooks() throws Exception {
    Class<?> type = new Defined().define(transformed("#handle"));
    Object handler = newInstance(type);
    var method = type.getDeclaredMethod("handle", int.class);
    method.setAccessible(true);

    assertThat(method.invoke(handler, 0)).isEqualTo(1);
    assertThat(method.invoke(handler, 1)).isEqualTo(-1);
    assertThat(method.invoke(handler, 3)).isEqualTo(50);
    assertThatThrownBy(() -> method.invoke(handler, -1))
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void callsTheHookAtTheStartAndAtEveryExit() throws IOException {
    byte[] code = transformed("#handle");

    assertThat(calls(code, "handle", "begins")).isEqualTo(1);
    assertThat(calls(code, "handle", "ends")).isGreaterThanOrEqualTo(3);
    assertThat(calls(code, "other", "begins")).isZero();
  }

  @Test
  void leavesOtherClassesUnchanged() throws IOException {
    EntryPointTransformer transformer = new EntryPointTransformer("");

    assertThat(transformer.transform(null, "org/example/Shop", null, null, original())).isNull();
  }

  @Test
  void prefersServletsToHttpHandlersAsEntryPoints() {
    EntryPoint servlet = EntryPoint.DEFAULTS.get(1);

    assertThat(servlet.type()).isEqualTo("jakarta/servlet/http/HttpServlet");
    assertThat(
            servlet.is(
                "service", "(Ljakarta/servlet/ServletRequest;Ljakarta/servlet/ServletResponse;)V"))
        .isTrue();
    assertThat(
            servlet.is(
                "service",
                "(Ljakarta/servlet/http/HttpServletRequest;Ljakarta/servlet/http/HttpServletResponse;)V"))
        .isFalse();
  }

  @Test
  void aMethodWithAnotherSignatureIsAnError() {
    assertThatThrownBy(() -> new SlowedJvm(folder, List.of("Shop.handle")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("org.example.Shop#handle");
  }

  private byte[] transformed(String method) throws IOException {
    String name = Handler.class.getName();
    return new EntryPointTransformer(name + method)
        .transform(null, name.replace('.', '/'), null, null, original());
  }

  private static byte[] original() throws IOException {
    return original(Handler.class.getName().replace('.', '/') + ".class");
  }

  private static byte[] original(String file) throws IOException {
    try (var in = EntryPointTransformerTest.class.getClassLoader().getResourceAsStream(file)) {
      return in == null ? null : in.readAllBytes();
    }
  }

  private static Object newInstance(Class<?> type) throws ReflectiveOperationException {
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private static int calls(byte[] code, String of, String hook) {
    int[] calls = new int[1];
    new ClassReader(code)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String called, String its, boolean inInterface) {
                    if (name.equals(of) && called.equals(hook) && owner.endsWith("RequestHook")) {
                      calls[0]++;
                    }
                  }
                };
              }
            },
            0);
    return calls[0];
  }

  private static final class Defined extends ClassLoader {
    Defined() {
      super(EntryPointTransformerTest.class.getClassLoader());
    }

    Class<?> define(byte[] code) {
      return defineClass(null, code, 0, code.length);
    }
  }
}
