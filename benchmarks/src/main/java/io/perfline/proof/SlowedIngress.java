package io.perfline.proof;

import io.perfline.sims.slowed.SlowdownHook;
import org.objectweb.asm.MethodVisitor;

/**
 * An entry point of the recorder, with a method that each of its requests passes, or each message
 * if one thread handles all.
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

  /** Returns the case that compares the entry point with a baseline. */
  String pairedCase() {
    return "paired/" + id();
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
    return AddedCode.atStart(original, SlowdownHook.class, "message", id());
  }

  /** Returns whether one thread handles all messages, so that waiting messages delay others. */
  boolean oneAtATime() {
    return oneAtATime;
  }
}
