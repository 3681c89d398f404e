package io.perfline.gate.why;

import java.util.List;
import java.util.Set;

/**
 * Who answers for a sample: the innermost method of the service, as it called what is inside of it.
 *
 * @param frame its method
 * @param own whether it is the service's
 * @param depth where in the stack, 0 for the innermost
 */
record FrameAttribution(StackFrame frame, boolean own, int depth) {

  private static final Set<String> TAKING_WORK = Set.of("take", "poll", "getTask");

  /**
   * Tells the service's methods from a library's.
   *
   * @param ownPackages of the service; empty when nobody knows: then all that is not Java's
   */
  record Whose(Set<String> ownPackages) {

    boolean isOwn(StackFrame frame) {
      return ownPackages.isEmpty()
          ? !frame.isOfJava() && !frame.equals(StackFrame.GARBAGE_COLLECTION)
          : ownPackages.contains(frame.packageName());
    }

    /** The same of {@link StackFrame#method()}. */
    boolean isOwn(String method) {
      int dot = method.lastIndexOf('.');
      return dot > 0 && isOwn(StackFrame.of(method.substring(0, dot), method.substring(dot + 1)));
    }
  }

  /**
   * Nobody (null) for a wait that no code of the service is in, and for one in which a thread waits
   * for its next work: the less load there is, the longer those are.
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
