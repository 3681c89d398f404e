package io.perfline.gate.why;

import java.util.List;
import java.util.Set;

/**
 * The method to which a sample is attributed: the innermost method of the service, which called
 * everything further inside.
 *
 * @param isOwnMethod true if the method belongs to the service
 * @param depth the position in the stack; 0 for the innermost method
 */
record FrameAttribution(StackFrame frame, boolean isOwnMethod, int depth) {

  private static final Set<String> TAKING_WORK = Set.of("take", "poll", "getTask");

  /**
   * Distinguishes the service's methods from those of libraries.
   *
   * @param ownPackages the packages of the service; if empty, all methods outside of the JDK belong
   *     to it
   */
  record Whose(Set<String> ownPackages) {

    boolean isOwn(StackFrame frame) {
      return ownPackages.isEmpty()
          ? !frame.isOfJava() && !frame.equals(StackFrame.GARBAGE_COLLECTION)
          : ownPackages.contains(frame.packageName());
    }

    /**
     * Returns true if a method, in the form of {@link StackFrame#method()}, belongs to the service.
     */
    boolean isOwn(String method) {
      int dot = method.lastIndexOf('.');
      return dot > 0 && isOwn(StackFrame.of(method.substring(0, dot), method.substring(dot + 1)));
    }
  }

  /**
   * Attributes a sample. Returns null for a wait outside of the service's code, and for a thread
   * that waits for its next task, because such waits take longer when there is less load.
   */
  static FrameAttribution of(StackSample sample, Whose whose) {
    List<StackFrame> stack = sample.stack();
    boolean wait = sample.resource() == Resource.WAIT;
    for (int depth = 0; depth < stack.size(); depth++) {
      StackFrame frame = stack.get(depth);
      if (wait && takesWork(frame)) {
        return null;
      }
      if (whose.isOwn(frame)) {
        return new FrameAttribution(frame, true, depth);
      }
    }
    if (stack.isEmpty() || (wait && !stack.get(0).equals(StackFrame.GARBAGE_COLLECTION))) {
      return null;
    }
    for (int depth = 0; depth < stack.size(); depth++) {
      if (!stack.get(depth).isOfJava()) {
        return new FrameAttribution(stack.get(depth), false, depth);
      }
    }
    return new FrameAttribution(stack.get(0), false, 0);
  }

  private static boolean takesWork(StackFrame frame) {
    String method = frame.method();
    return method.startsWith("java.util.concurrent.")
        && TAKING_WORK.contains(method.substring(method.lastIndexOf('.') + 1));
  }
}
