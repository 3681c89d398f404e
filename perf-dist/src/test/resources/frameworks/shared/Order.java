package org.example;

final class Order {

  static volatile Object latest;

  private Order() {}

  /** Allocates 256 KiB, works with them, and answers with the kind of its thread. */
  static String handle() {
    byte[] memory = new byte[256 * 1024];
    for (int i = 0; i < memory.length; i++) {
      memory[i] = (byte) (31 * i);
    }
    latest = memory;
    return "{\"thread\": \"%s\"}".formatted(isVirtual() ? "virtual" : "platform");
  }

  /** Java 17, for which this is compiled, has no virtual threads. */
  private static boolean isVirtual() {
    try {
      return (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
