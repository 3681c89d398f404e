package io.perfline.proof;

import io.perfline.gate.why.Resource;
import io.perfline.proof.slowed.MethodSlowdown;
import org.objectweb.asm.MethodVisitor;

/** A method of the recorder that is slowed, and that the comparison of profiles has to name. */
enum SlowedMethod implements InjectionPoint {
  PARSER("record", "core/RecordingReader", "one", MethodSlowdown.CPU, 60_000, Resource.CPU),
  ANSWER("record", "ingress/http/OneMessage", "created", MethodSlowdown.CPU, 60_000, Resource.CPU),
  /** CPU time in the Kryonet loop, whenever a connection has data. */
  LOOP(
      "kryonet", "ingress/kryonet/KryonetLoop", "handle", MethodSlowdown.CPU, 60_000, Resource.CPU),
  PAGE("pages", "ingress/http/Pages", "recordings", MethodSlowdown.CPU, 1_000_000, Resource.CPU),
  ALLOCATION(
      "record",
      "store/kafka/KafkaRecord",
      "headers",
      MethodSlowdown.ALLOCATION,
      16_000,
      Resource.ALLOCATION),
  LOCK("record", "core/Recorder$Intake", "record", MethodSlowdown.LOCK, 300_000, Resource.WAIT),
  SLEEP(
      "record",
      "ingress/http/Receiver",
      "readBody",
      MethodSlowdown.SLEEP,
      1_000_000,
      Resource.WAIT),
  /** A larger log, compared by allocation, because most of its CPU time is in no sample. */
  LOG("record", "core/Submission", "stored", MethodSlowdown.LOG, 200, Resource.ALLOCATION),
  /**
   * A second call of the store: no method is slower, but one is called twice. Its size is compared
   * by allocation, because most of its CPU time is the kernel's and in no sample.
   */
  STORE("record", "core/Recorder$Intake", "record", null, 0, Resource.ALLOCATION) {

    @Override
    public MethodVisitor slowed(MethodVisitor original) {
      return AddedCode.again(original, "store");
    }

    @Override
    String expected() {
      return "io.perfline.recorder.store.kafka.KafkaStore.store";
    }
  },
  HASH("record", "core/Rules", "check", MethodSlowdown.HASH, 4_000, Resource.CPU);

  private final String way;
  private final String type;
  private final String method;
  private final MethodSlowdown slowdown;
  private final long amount;
  private final Resource resource;

  SlowedMethod(
      String way,
      String type,
      String method,
      MethodSlowdown slowdown,
      long amount,
      Resource resource) {
    this.way = way;
    this.type = type;
    this.method = method;
    this.slowdown = slowdown;
    this.amount = amount;
    this.resource = resource;
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
    return AddedCode.atStart(original, MethodSlowdown.class, "slow", slowdown + " " + amount);
  }

  /** Returns the case that compares the method's entry point. */
  String pairedCase() {
    return "paired/" + way;
  }

  /** Returns the method that has to be named. */
  String expected() {
    return (RECORDER + type).replace('/', '.') + "." + method;
  }

  /** Returns the resource that the slowed method uses more of. */
  Resource resource() {
    return resource;
  }
}
