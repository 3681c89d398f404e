package io.perfline.proof;

import io.perfline.core.command.Fault;
import io.perfline.proof.slowed.MethodSlowdown;
import io.perfline.sims.slowed.SlowdownHook;
import io.perfline.sims.slowed.agent.SlowedJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes a copy of the recorder's WAR that is slower. It has the same classes, except for one added
 * call in each class that handles the messages of a slowed entry point, and the classes that are
 * called.
 */
final class SlowedWar {

  private static final String CLASSES = "/WEB-INF/classes/";
  private static final String PACKAGE = SlowdownHook.class.getPackageName().replace('.', '/') + "/";

  /** The added code is in a library, so its cost belongs to the recorder's calling method. */
  private static final String LIBRARY = "/WEB-INF/lib/slowed.jar";

  private SlowedWar() {}

  /**
   * @param slowings one per slowed entry point
   * @throws Fault exit code 2 if the WAR does not exist or lacks a slowed method
   */
  static Path write(Path war, List<Slowing> slowings, Path copy) {
    return write(war, slowings.stream().map(Slowing::way).toList(), properties(slowings), copy);
  }

  /** Writes a copy in which only one method is slower. */
  static Path write(Path war, SlowedMethod slowedMethod, Path copy) {
    return write(war, List.of(slowedMethod), "", copy);
  }

  private static Path write(
      Path war, List<? extends InjectionPoint> points, String properties, Path copy) {
    try {
      Files.createDirectories(copy.toAbsolutePath().getParent());
      Files.copy(war, copy, StandardCopyOption.REPLACE_EXISTING);
      try (FileSystem zip = FileSystems.newFileSystem(copy)) {
        for (InjectionPoint point : points) {
          Path file = zip.getPath(CLASSES, point.classFile());
          Files.write(file, SlowedClass.of(Files.readAllBytes(file), point));
        }
        Files.createDirectories(zip.getPath(LIBRARY).getParent());
        Files.write(zip.getPath(LIBRARY), library(properties));
      }
      return copy;
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION,
          "cannot make a slowed copy of %s (./perfline build makes it): %s".formatted(war, e),
          e);
    }
  }

  private static byte[] library(String properties) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
      SlowedJvm.addPackage(jar, SlowdownHook.class);
      SlowedJvm.addPackage(jar, MethodSlowdown.class);
      jar.putNextEntry(new ZipEntry(PACKAGE + SlowdownHook.PROPERTIES));
      jar.write(properties.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static String properties(List<Slowing> slowings) {
    return slowings.stream()
        .map(slowing -> "%s=%s %d\n".formatted(slowing.way().id(), slowing.by(), slowing.amount()))
        .collect(Collectors.joining());
  }

  /** Slows one method of a class of the recorder. */
  static final class SlowedClass extends ClassVisitor {

    private final InjectionPoint point;
    private int changed;

    private SlowedClass(ClassWriter writer, InjectionPoint point) {
      super(Opcodes.ASM9, writer);
      this.point = point;
    }

    /**
     * Returns the class of {@code point} with the slowed method; the rest of it is unchanged.
     *
     * @throws Fault exit code 2 if the class has no such method, or several
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
                    point.id(),
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
}
