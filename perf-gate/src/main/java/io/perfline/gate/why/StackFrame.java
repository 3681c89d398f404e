package io.perfline.gate.why;

/**
 * A method in a stack trace, with its line.
 *
 * @param method the class and the method; names of generated ones are without their numbers
 * @param packageName the package of the class; empty if there is none
 * @param line the line in the source; 0 if it is not recorded
 */
record StackFrame(String method, String packageName, int line) {

  /** Garbage collection, for which no method is responsible. */
  static final StackFrame GARBAGE_COLLECTION = new StackFrame("garbage collection.pauses", "", 0);

  static StackFrame of(String type, String method) {
    return of(type, method, 0);
  }

  static StackFrame of(String type, String method, int line) {
    String name = StableNames.generated(type);
    int dot = name.lastIndexOf('.');
    return new StackFrame(
        name + "." + StableNames.generated(method), dot < 0 ? "" : name.substring(0, dot), line);
  }

  boolean isOfJava() {
    return packageName.startsWith("java.")
        || packageName.startsWith("javax.")
        || packageName.startsWith("jdk.")
        || packageName.startsWith("sun.")
        || packageName.startsWith("com.sun.");
  }

  /** Returns the class and the method without the package. */
  static String shortName(String method) {
    int dot = method.lastIndexOf('.', method.lastIndexOf('.') - 1);
    return method.substring(dot + 1);
  }
}
