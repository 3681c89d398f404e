package org.example;

final class Order {

  static volatile Object latest;

  private Order() {}

  /** Allocates 256 KiB, uses CPU, and answers with the type of its thread. */
  static String handle() {
    byte[] memory = new byte[256 * 1024];
    for (int i = 0; i < memory.length; i++) {
      memory[i] = (byte) (31 * i);
    }
    latest = memory;
    return "{\"thread\": \"%s\"}".formatted(isVirtual() ? "virtual" : "platform");
  }

  /** This is compiled for Java 17, which has no virtual threads. */
  private static boolean isVirtual() {
    try {
      return (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
