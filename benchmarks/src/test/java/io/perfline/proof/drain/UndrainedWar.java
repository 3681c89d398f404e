package io.perfline.proof.drain;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A copy of the recorder's WAR that stops at once, without a graceful shutdown. */
final class UndrainedWar {

  private static final String CLASS = "/WEB-INF/classes/io/perfline/recorder/app/Application.class";
  private static final String METHOD = "stop";

  private UndrainedWar() {}

  static Path write(Path war, Path into) throws IOException {
    Files.copy(war, into);
    try (FileSystem zip = FileSystems.newFileSystem(into)) {
      Path file = zip.getPath(CLASS);
      Files.write(file, withoutStop(Files.readAllBytes(file)));
    }
    return into;
  }

  private static byte[] withoutStop(byte[] original) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(0);
    int[] emptied = {0};
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor method =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            if (!name.equals(METHOD)) {
              return method;
            }
            emptied[0]++;
            method.visitCode();
            method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "java/lang/Runtime",
                "getRuntime",
                "()Ljava/lang/Runtime;",
                false);
            method.visitInsn(Opcodes.ICONST_0);
            method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, "java/lang/Runtime", "halt", "(I)V", false);
            method.visitInsn(Opcodes.RETURN);
            method.visitMaxs(2, 1);
            method.visitEnd();
            return null;
          }
        },
        0);
    if (emptied[0] != 1) {
      throw new IllegalStateException(CLASS + " has no method " + METHOD + ": name it here anew");
    }
    return writer.toByteArray();
  }
}
