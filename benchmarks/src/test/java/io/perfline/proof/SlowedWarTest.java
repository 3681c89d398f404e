package io.perfline.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.proof.SlowedWar.SlowedClass;
import io.perfline.proof.slowed.MethodSlowdown;
import io.perfline.recorder.ingress.http.Receiver;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class SlowedWarTest {

  private static final String SLOWED = "io/perfline/sims/slowed/SlowdownHook";

  @TempDir Path folder;
  private Path war;

  @BeforeEach
  void recorderOfThisCommit() throws IOException {
    war = recorder(folder);
  }

  /** Writes a WAR with the recorder's classes on the path of messages. */
  static Path recorder(Path folder) throws IOException {
    Path war = folder.resolve("recorder.war");
    URI empty = URI.create("jar:" + war.toUri());
    try (FileSystem zip = FileSystems.newFileSystem(empty, Map.of("create", "true"))) {
      for (InjectionPoint point : points()) {
        Path file = zip.getPath("WEB-INF/classes", point.classFile());
        Files.createDirectories(file.getParent());
        Files.write(file, original(point.classFile()));
      }
    }
    return war;
  }

  private static List<InjectionPoint> points() {
    return Stream.<InjectionPoint[]>of(SlowedIngress.values(), SlowedMethod.values())
        .flatMap(Stream::of)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void addsACallToOneMethodAndChangesNothingElse(SlowedIngress ingress) throws IOException {
    Path copy = copy(ingress.id() + "/cpu=200us");

    try (FileSystem zip = FileSystems.newFileSystem(copy)) {
      for (SlowedIngress each : SlowedIngress.values()) {
        byte[] before = original(each.classFile());
        byte[] now = Files.readAllBytes(zip.getPath("WEB-INF/classes", each.classFile()));
        if (each == ingress) {
          assertThat(now).isNotEqualTo(before);
          assertThat(withoutCalls(now, ingress)).isEqualTo(withoutCalls(before, null));
        } else {
          assertThat(now).isEqualTo(before);
        }
      }
    }
    assertThat(properties(copy)).isEqualTo(ingress.id() + "=CPU 200000\n");
  }

  @Test
  void leavesTheOriginalUnchanged() throws IOException {
    byte[] before = Files.readAllBytes(war);

    copy("topic/wait=1ms", "kryonet/leak=5us");

    assertThat(Files.readAllBytes(war)).isEqualTo(before);
  }

  @Test
  void slowsTheConfiguredMethod() throws Exception {
    try (URLClassLoader loader = classesOf(copy("record/allocation=8kB"))) {
      Object receiver =
          loader
              .loadClass(Receiver.class.getName())
              .getConstructors()[0]
              .newInstance(null, null, null, 0);

      Method receive =
          Arrays.stream(receiver.getClass().getDeclaredMethods())
              .filter(method -> method.getName().equals("receive"))
              .findFirst()
              .orElseThrow();
      receive.setAccessible(true);
      assertThatThrownBy(() -> receive.invoke(receiver, null, null, null))
          .as("there is no request, which only the recorder itself notices")
          .isInstanceOf(InvocationTargetException.class)
          .hasCauseInstanceOf(NullPointerException.class);

      Field last = loader.loadClass("io.perfline.sims.slowed.Garbage").getDeclaredField("last");
      last.setAccessible(true);
      assertThat((byte[]) last.get(null)).hasSize(8000 - 16);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"cpu=1us", "wait=1us", "allocation=1kB", "lock=1us", "tail=1us", "leak=1us"})
  void containsTheClassesOfEachSlowdown(String kind) throws Exception {
    try (URLClassLoader loader = classesOf(copy("record/" + kind))) {
      Method message =
          loader.loadClass(SLOWED.replace('/', '.')).getMethod("message", String.class);
      for (int i = 0; i < 100; i++) {
        message.invoke(null, "record");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "record/cpu", "record/cpu=8kB", "x/cpu=1us", "record/x=1us"})
  void explainsTheSyntaxOfASlowdown(String text) {
    assertThatThrownBy(() -> Slowing.parse(text))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(text)
        .hasMessageContaining("record, pages, kryonet, topic")
        .hasMessageContaining("cpu, wait, allocation, lock, tail, leak");
  }

  @ParameterizedTest
  @EnumSource
  void slowsTheMethodOfEachCulprit(SlowedMethod slowedMethod) throws IOException {
    Path copy = SlowedWar.write(war, slowedMethod, folder.resolve("x/slowed.war"));

    try (FileSystem zip = FileSystems.newFileSystem(copy)) {
      byte[] now = Files.readAllBytes(zip.getPath("WEB-INF/classes", slowedMethod.classFile()));
      assertThat(new String(now, StandardCharsets.ISO_8859_1))
          .containsAnyOf("proof/slowed/MethodSlowdown", "proof/slowed/SlowdownClock");
    }
  }

  @ParameterizedTest
  @EnumSource
  void acceptsTheArgumentsOfEachFault(MethodSlowdown slowdown) {
    for (int i = 0; i < 100; i++) {
      MethodSlowdown.slow(slowdown + " 100");
    }
  }

  @Test
  void reportsAMissingMethod() throws IOException {
    byte[] other = original(SlowedIngress.PAGES.classFile());

    assertThatThrownBy(() -> SlowedClass.of(other, SlowedIngress.KRYONET))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("0 methods 'frame'");
  }

  @Test
  void explainsWhatToBuildIfThereIsNoWar() {
    Path missing = folder.resolve("no.war");

    assertThatThrownBy(() -> SlowedWar.write(missing, List.of(), folder.resolve("y.war")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("no.war")
        .hasMessageContaining("./perfline build");
  }

  private Path copy(String... slowings) {
    return SlowedWar.write(
        war, Stream.of(slowings).map(Slowing::parse).toList(), folder.resolve("x/slowed.war"));
  }

  /** Returns the settings for the added classes. */
  static String properties(Path copy) throws IOException {
    try (FileSystem jar = FileSystems.newFileSystem(library(copy))) {
      return Files.readString(jar.getPath("io/perfline/sims/slowed/slowed.properties"));
    }
  }

  private static Path library(Path copy) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(copy)) {
      return Files.copy(
          zip.getPath("WEB-INF/lib/slowed.jar"),
          copy.resolveSibling("slowed.jar"),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Loads the classes of the copy and of the servlet API, but none of this test. */
  private URLClassLoader classesOf(Path copy) throws IOException {
    Path classes = folder.resolve("classes");
    try (FileSystem zip = FileSystems.newFileSystem(copy);
        Stream<Path> files = Files.walk(zip.getPath("WEB-INF/classes"))) {
      Path root = zip.getPath("WEB-INF/classes");
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = classes.resolve(root.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    Path library = library(copy);
    return new URLClassLoader(
        new URL[] {
          classes.toUri().toURL(),
          library.toUri().toURL(),
          HttpServletRequest.class.getProtectionDomain().getCodeSource().getLocation(),
          Receiver.class.getProtectionDomain().getCodeSource().getLocation()
        },
        ClassLoader.getPlatformClassLoader());
  }

  private static byte[] original(String classFile) throws IOException {
    return Receiver.class.getClassLoader().getResourceAsStream(classFile).readAllBytes();
  }

  /** Rewrites a class uniformly, so that equal code gives equal bytes. */
  private static byte[] withoutCalls(byte[] code, SlowedIngress ingress) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(code).accept(new CallsLeftOut(writer, ingress), 0);
    return writer.toByteArray();
  }

  private static final class CallsLeftOut extends ClassVisitor {

    private final SlowedIngress ingress;

    CallsLeftOut(ClassWriter writer, SlowedIngress ingress) {
      super(Opcodes.ASM9, writer);
      this.ingress = ingress;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
        @Override
        public void visitLdcInsn(Object value) {
          if (ingress == null || !ingress.method().equals(name) || !ingress.id().equals(value)) {
            super.visitLdcInsn(value);
          }
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String ofCalled, boolean isInterface) {
          if (!owner.equals(SLOWED)) {
            super.visitMethodInsn(opcode, owner, called, ofCalled, isInterface);
          }
        }
      };
    }
  }
}
