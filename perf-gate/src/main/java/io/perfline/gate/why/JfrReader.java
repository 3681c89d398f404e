package io.perfline.gate.why;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/** Reads a recording of JFR, the JVM's own profiler. */
final class JfrReader {

  private static final Set<String> WAITS =
      Set.of(
          "jdk.JavaMonitorEnter",
          "jdk.JavaMonitorWait",
          "jdk.ThreadPark",
          "jdk.ThreadSleep",
          "jdk.SocketRead",
          "jdk.FileWrite");

  private static final double NANOS_PER_MICRO = 1e3;

  private final Map<String, StackFrame> frames = new HashMap<>();

  /** Of threads, into which they allocate: the last that was told of. */
  private final Map<Long, Long> buffers = new HashMap<>();

  /** Hands on every event with a stack. */
  void read(Path file, Consumer<StackSample> samples) throws IOException {
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        String type = event.getEventType().getName();
        if (type.equals("jdk.GCPhasePause")) {
          samples.accept(waited(event, List.of(StackFrame.GARBAGE_COLLECTION)));
        } else if (event.getStackTrace() == null) {
          continue; // of a thread that ended, or without Java
        } else if (type.equals("jdk.ExecutionSample")) {
          samples.accept(sample(event, Resource.CPU, 1));
        } else if (type.equals("jdk.ObjectAllocationInNewTLAB")) {
          buffers.put(thread(event), event.getLong("tlabSize"));
          samples.accept(allocated(event));
        } else if (type.equals("jdk.ObjectAllocationOutsideTLAB")) {
          samples.accept(allocated(event));
        } else if (WAITS.contains(type)) {
          samples.accept(waited(event, stack(event)));
        }
      }
    }
  }

  /**
   * A thread tells of an object that its buffer has no room for any more: it gets a new buffer, or
   * the object is put elsewhere. Either comes to an object of size s once in T / s times, T being
   * the buffer's size, so what is told of stands for T bytes; what is larger is always told of.
   */
  private StackSample allocated(RecordedEvent event) {
    long buffer = buffers.getOrDefault(thread(event), 0L);
    double weight = Math.max(event.getLong("allocationSize"), buffer);
    return sample(event, Resource.ALLOCATION, weight);
  }

  private static long thread(RecordedEvent event) {
    return event.getThread() == null ? 0 : event.getThread().getId();
  }

  private StackSample sample(RecordedEvent event, Resource resource, double weight) {
    return new StackSample(
        resource, stack(event), weight, event.getStartTime(), event.getEndTime());
  }

  private static StackSample waited(RecordedEvent event, List<StackFrame> stack) {
    double micros = event.getDuration().toNanos() / NANOS_PER_MICRO;
    return new StackSample(Resource.WAIT, stack, micros, event.getStartTime(), event.getEndTime());
  }

  private List<StackFrame> stack(RecordedEvent event) {
    return event.getStackTrace().getFrames().stream().map(this::frame).toList();
  }

  private StackFrame frame(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    String type = method.getType().getName();
    return frames.computeIfAbsent(
        type + "." + method.getName(), key -> StackFrame.of(type, method.getName()));
  }
}
