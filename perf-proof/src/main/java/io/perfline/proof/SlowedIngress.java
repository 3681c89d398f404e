package io.perfline.proof;

import io.perfline.sims.slowed.SlowdownHook;
import org.objectweb.asm.MethodVisitor;

/**
 * A way into the recorder, with the method of the recorder that each request by it passes, or each
 * message where one thread takes all.
 */
enum SlowedIngress implements InjectionPoint {
  RECORD("ingress/http/Receiver", "receive", false),
  PAGES("ingress/http/Pages", "recordings", false),
  KRYONET("ingress/kryonet/ClientConnection", "frame", true),
  TOPIC("ingress/kafka/Processor", "take", true);

  private final String type;
  private final String method;
  private final boolean oneAtATime;

  SlowedIngress(String type, String method, boolean oneAtATime) {
    this.type = type;
    this.method = method;
    this.oneAtATime = oneAtATime;
  }

  /** The case that compares it with a baseline. */
  String pairedCase() {
    return "paired/" + word();
  }

  @Override
  public String type() {
    return type;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public MethodVisitor slowed(MethodVisitor original) {
    return AddedCode.atStart(original, SlowdownHook.class, "message", word());
  }

  /**
   * Returns true when one thread handles all messages, so that a waiting message delays the
   * following ones.
   */
  boolean oneAtATime() {
    return oneAtATime;
  }
}
