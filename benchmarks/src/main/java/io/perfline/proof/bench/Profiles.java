package io.perfline.proof.bench;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.perfline.deploy.process.SystemTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Profiles generator and server with Java Flight Recorder after the measured turns. */
record Profiles(Path folder, Consumer<String> console) {

  private static final Duration LENGTH = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String RECORDING = "perfline-bench";
  private static final int SHOWN = 12;
  private static final Set<String> SAMPLES =
      Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample");
  private static final String OWN = "io.perfline.";

  /** Native methods that wait, which the sampler cannot distinguish from work. */
  private static final Set<String> WAITING =
      Set.of(
          "sun.nio.ch.EPoll.wait",
          "sun.nio.ch.Net.accept",
          "sun.nio.ch.Net.poll",
          "sun.nio.ch.SocketDispatcher.read0",
          "java.lang.ProcessHandleImpl.waitForProcessExit0",
          "java.net.PlainSocketImpl.socketAccept");

  static Profiles none() {
    return new Profiles(null, text -> {});
  }

  /** Writes {@code NAME-generator.jfr} and {@code NAME-server.jfr} into {@code folder}. */
  static Profiles into(Path folder, Consumer<String> console) throws IOException {
    return new Profiles(Files.createDirectories(folder).toAbsolutePath(), console);
  }

  /**
   * Runs {@code side} and prints where generator and server spent their time.
   *
   * @param server the server's process id; null if the server is not a JVM
   */
  void take(String name, Contender side, Long server) throws InterruptedException, IOException {
    if (folder == null) {
      return;
    }
    String file = name.replaceAll("[^A-Za-z0-9]+", "_");
    if (server != null) {
      start(server);
    }
    try {
      long generator = ProcessHandle.current().pid();
      start(generator);
      try {
        side.run(LENGTH);
      } finally {
        stop(generator, file + "-generator");
      }
    } finally {
      if (server != null) {
        stop(server, file + "-server");
      }
    }
  }

  private void start(long pid) throws InterruptedException, IOException {
    jcmd(pid, "JFR.start", "name=" + RECORDING, "settings=profile");
  }

  private void stop(long pid, String name) throws InterruptedException, IOException {
    Path file = folder.resolve(name + ".jfr");
    jcmd(pid, "JFR.stop", "name=" + RECORDING, "filename=" + file);
    console.accept(name + ", " + file);
    hotSpots(file).forEach(console);
  }

  private void jcmd(long pid, String... order) throws InterruptedException, IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    List<String> command = new ArrayList<>(List.of(jcmd, Long.toString(pid)));
    command.addAll(List.of(order));
    SystemTool.run(command, Map.of(), folder.resolve("jcmd.log"), TIMEOUT);
  }

  /** Returns two tables: the methods on top of the stack, and ours anywhere on it. */
  private static List<String> hotSpots(Path recording) throws IOException {
    List<String> tops = new ArrayList<>();
    List<Set<String>> ours = new ArrayList<>();
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (SAMPLES.contains(event.getEventType().getName()) && event.getStackTrace() != null) {
          List<String> stack =
              event.getStackTrace().getFrames().stream().map(Profiles::method).toList();
          if (!stack.isEmpty() && !WAITING.contains(stack.get(0))) {
            tops.add(stack.get(0));
            ours.add(
                new LinkedHashSet<>(
                    stack.stream().filter(method -> method.startsWith(OWN)).toList()));
          }
        }
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("  on top, of %d samples".formatted(tops.size()));
    lines.addAll(table(tops.stream(), tops.size()));
    lines.add("  ours, with what they call");
    lines.addAll(table(ours.stream().flatMap(Set::stream), tops.size()));
    return lines;
  }

  private static List<String> table(Stream<String> methods, int all) {
    return methods.collect(groupingBy(method -> method, counting())).entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(SHOWN)
        .map(
            e ->
                String.format(
                    Locale.ROOT, "  %5.1f %%  %s", e.getValue() * 100.0 / all, e.getKey()))
        .toList();
  }

  private static String method(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }
}
