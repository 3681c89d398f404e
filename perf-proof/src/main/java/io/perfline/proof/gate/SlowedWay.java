package io.perfline.proof.gate;

import io.perfline.proof.slowed.Slowed;
import java.util.Locale;
import org.objectweb.asm.MethodVisitor;

/**
 * A way into the recorder, with the method of the recorder that each request by it passes, or each
 * message where one thread takes all.
 */
enum SlowedWay implements InjectionPoint {
  RECORD("in/http/Receiver", "receive", false),
  PAGES("pages/Pages", "recordings", false),
  KRYONET("in/kryonet/ClientConnection", "frame", true),
  TOPIC("in/kafka/Processor", "take", true);

  private static final String RECORDER = "io/perfline/recorder/";

  private final String type;
  private final String method;
  private final boolean oneAtATime;

  SlowedWay(String type, String method, boolean oneAtATime) {
    this.type = type;
    this.method = method;
    this.oneAtATime = oneAtATime;
  }

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The case that compares it with a baseline. */
  String pairedCase() {
    return "paired/" + word();
  }

  @Override
  public String classFile() {
    return RECORDER + type + ".class";
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public MethodVisitor slowed(MethodVisitor original) {
    return AddedCode.atStart(original, Slowed.class, "message", word());
  }

  /** Whether one thread passes all messages, so that one that waits holds up those behind it. */
  boolean oneAtATime() {
    return oneAtATime;
  }
}
