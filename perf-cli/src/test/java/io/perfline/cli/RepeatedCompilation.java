package io.perfline.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;

/** Keeps the JIT compiler busy by loading the same class again and again. */
final class RepeatedCompilation {

  private static final long CALLS = 20_000;

  private RepeatedCompilation() {}

  /** Starts a thread that lets the JIT compiler work for some seconds. */
  static void start(long seconds) {
    if (seconds > 0) {
      Thread thread = new Thread(() -> compileFor(seconds), "compiled");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void compileFor(long seconds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < end) {
      LongUnaryOperator fresh = fresh();
      long state = 88172645463325252L;
      for (long i = 0; i < CALLS; i++) {
        state = fresh.applyAsLong(state);
      }
      LockSupport.parkNanos(state == 0 ? 1 : TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /** Loads the class anew, so that nothing of it is compiled yet. */
  private static LongUnaryOperator fresh() {
    String name = Compiled.class.getName();
    try (InputStream file =
        Compiled.class.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
      byte[] bytes = file.readAllBytes();
      ClassLoader loader =
          new ClassLoader(RepeatedCompilation.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve)
                throws ClassNotFoundException {
              return wanted.equals(name)
                  ? defineClass(name, bytes, 0, bytes.length)
                  : super.loadClass(wanted, resolve);
            }
          };
      return (LongUnaryOperator) loader.loadClass(name).getDeclaredConstructor().newInstance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A function that is worth compiling. */
  public static final class Compiled implements LongUnaryOperator {

    public Compiled() {}

    @Override
    public long applyAsLong(long value) {
      long state = value;
      for (int i = 0; i < 50; i++) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        state += i % 3 == 0 ? Long.rotateLeft(state, i) : Long.bitCount(state) * 31L;
      }
      return state;
    }
  }
}
