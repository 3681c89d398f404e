package io.perfline.gate.why;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Reads samples from JFR recordings. */
final class JfrReader {

  private static final Set<String> WAITS =
      Set.of(
          "jdk.JavaMonitorEnter",
          "jdk.JavaMonitorWait",
          "jdk.ThreadPark",
          "jdk.ThreadSleep",
          "jdk.SocketRead",
          "jdk.FileWrite");

  /**
   * The native methods of the JDK that use CPU time: they write to files and sockets, wake threads,
   * and compress. Most other native methods wait.
   */
  private static final Set<String> WORKING =
      Set.of(
          "write",
          "write0",
          "writev0",
          "pwrite0",
          "writeBytes",
          "set0",
          "deflateBytesBytes",
          "inflateBytesBytes");

  private static final double NANOS_PER_MICRO = 1e3;

  private final Map<String, StackFrame> frames = new HashMap<>();

  /** The CPU time of a sample with the weight 1: the requested time between two rounds. */
  static final Duration CPU_TIME_PERIOD = Duration.ofMillis(10);

  /** The last known size of each thread's allocation buffer in bytes, by the thread's id. */
  private final Map<Long, Long> buffers = new HashMap<>();

  /**
   * Passes on every sample, wait, and pause of the garbage collector. From Java 25 on, a recording
   * contains samples by CPU time, which replace those of running threads and of native code.
   *
   * @param rounds accepts each time at which the sampler ran. It then samples one of the threads in
   *     native code, in turn; there is always such a thread. A recording by CPU time has no such
   *     times; its samples with the weight 1 represent {@link #CPU_TIME_PERIOD} of CPU time.
   * @return the samples of native code that uses CPU time
   */
  List<StackSample> read(Path file, Consumer<StackSample> samples, Consumer<Instant> rounds)
      throws IOException {
    List<RecordedEvent> working = new ArrayList<>();
    List<StackSample> running = new ArrayList<>();
    List<Instant> times = new ArrayList<>();
    boolean byCpuTime = false;
    Map<Long, Integer> samplesByThread = new HashMap<>();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        String type = event.getEventType().getName();
        if (type.equals("jdk.NativeMethodSample")) {
          times.add(event.getStartTime());
          samplesByThread.merge(id(event.getThread("sampledThread")), 1, Integer::sum);
          if (works(event)) {
            working.add(event);
          }
        } else if (type.equals("jdk.GCPhasePause")) {
          samples.accept(waited(event, List.of(StackFrame.GARBAGE_COLLECTION)));
        } else if (event.getStackTrace() == null) {
          continue; // a thread that ended, or without Java code
        } else if (type.equals("jdk.CPUTimeSample")) {
          byCpuTime = true;
          double weight = event.getDuration("samplingPeriod").toNanos();
          samples.accept(sample(event, Resource.CPU, weight / CPU_TIME_PERIOD.toNanos()));
        } else if (type.equals("jdk.ExecutionSample")) {
          running.add(sample(event, Resource.CPU, 1));
        } else if (type.equals("jdk.ObjectAllocationInNewTLAB")) {
          buffers.put(id(event.getThread()), event.getLong("tlabSize"));
          samples.accept(allocated(event));
        } else if (type.equals("jdk.ObjectAllocationOutsideTLAB")) {
          samples.accept(allocated(event));
        } else if (WAITS.contains(type)) {
          samples.accept(waited(event, stack(event)));
        }
      }
    }
    if (byCpuTime) {
      return List.of();
    }
    times.forEach(rounds);
    running.forEach(samples);
    double weight = nativeSampleWeight(samplesByThread);
    return working.stream().map(event -> sample(event, Resource.CPU, weight)).toList();
  }

  /**
   * Returns the weight of a native sample. JFR samples one native thread each time the sampler
   * runs, in turn, so the weight is the number of all native samples divided by those of the thread
   * seen most often.
   */
  private static double nativeSampleWeight(Map<Long, Integer> samplesByThread) {
    int max = samplesByThread.values().stream().max(Integer::compare).orElse(1);
    return samplesByThread.values().stream().mapToInt(Integer::intValue).sum() / (double) max;
  }

  private static boolean works(RecordedEvent event) {
    return event.getStackTrace() != null
        && WORKING.contains(event.getStackTrace().getFrames().get(0).getMethod().getName());
  }

  /**
   * Returns a sample of an allocation. A thread reports an object that no longer fits into its
   * buffer, because it gets a new buffer or allocates the object elsewhere. With a buffer of T
   * bytes this happens once per T ÷ s objects of size s, so a report represents T bytes; larger
   * objects are always reported.
   */
  private StackSample allocated(RecordedEvent event) {
    long buffer = buffers.getOrDefault(id(event.getThread()), 0L);
    double weight = Math.max(event.getLong("allocationSize"), buffer);
    return sample(event, Resource.ALLOCATION, weight);
  }

  private static long id(RecordedThread thread) {
    return thread == null ? 0 : thread.getId();
  }

  private StackSample sample(RecordedEvent event, Resource resource, double weight) {
    return new StackSample(
        resource, stack(event), weight, event.getStartTime(), event.getEndTime());
  }

  private static StackSample waited(RecordedEvent event, List<StackFrame> stack) {
    double micros = event.getDuration().toNanos() / NANOS_PER_MICRO;
    return new StackSample(
        Resource.WAIT, stack, micros, event.getStartTime(), event.getEndTime(), on(event));
  }

  /** Returns what a thread waits for, such as {@code socket 127.0.0.1:5432}. */
  private static String on(RecordedEvent event) {
    return switch (event.getEventType().getName()) {
      case "jdk.SocketRead" ->
          "socket %s:%d".formatted(text(event, "address", "host"), event.getInt("port"));
      case "jdk.JavaMonitorEnter" -> "lock of " + ofClass(event, "monitorClass");
      case "jdk.JavaMonitorWait" -> "notification of " + ofClass(event, "monitorClass");
      case "jdk.ThreadPark" -> "park for " + ofClass(event, "parkedClass");
      case "jdk.ThreadSleep" -> "sleep";
      case "jdk.FileWrite" -> "file";
      default -> "garbage collection";
    };
  }

  private static String text(RecordedEvent event, String field, String otherwise) {
    String text = event.getString(field);
    return text == null || text.isEmpty() ? event.getString(otherwise) : text;
  }

  private static String ofClass(RecordedEvent event, String field) {
    RecordedClass type = event.getClass(field);
    String name = type == null ? "unknown" : StableNames.generated(type.getName());
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private List<StackFrame> stack(RecordedEvent event) {
    return event.getStackTrace().getFrames().stream().map(this::frame).toList();
  }

  private StackFrame frame(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    String type = method.getType().getName();
    int line = Math.max(0, frame.getLineNumber());
    return frames.computeIfAbsent(
        type + "." + method.getName() + ":" + line,
        key -> StackFrame.of(type, method.getName(), line));
  }
}
