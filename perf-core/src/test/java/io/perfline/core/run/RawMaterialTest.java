package io.perfline.core.run;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawMaterialTest {

  private static final String HEADER = "second,requests,messages,bytes,errors,users\n";

  @TempDir Path run;
  private final CaseResult result = measured("kafka/batch_size/256", START, times(1));
  private Path folder;

  @BeforeEach
  void folder() throws IOException {
    folder = Files.createDirectories(run.resolve("kafka"));
  }

  @Test
  void combinesCountsAndTimesOfASecond() throws IOException {
    write(HEADER + "0,2,512,51200,0,8\n1,0,0,0,3,8\n2,1,256,25600,0,8\n");
    log();

    assertThat(RawMaterial.read(run, result))
        .containsExactly(
            second(0, 1, 2, 512, 51200, 0, Map.of(), times(1000, 2000)),
            second(1, 1, 0, 0, 0, 3, Map.of(), times()),
            second(2, 0.5, 1, 256, 25600, 0, Map.of(), times(3000)));
  }

  @Test
  void readsTheCpuOfEveryWatchedProcess() throws IOException {
    write(
        "second,requests,messages,bytes,errors,users,cpu_generator,cpu_tomcat\n0,0,0,0,0,8,0.5,\n");

    assertThat(RawMaterial.read(run, result))
        .containsExactly(second(0, 1, 0, 0, 0, 0, Map.of("generator", 0.5), times()));
  }

  @Test
  void aSecondWithOnlyErrorsHasTheRecordedLength() throws IOException {
    write(
        "second,requests,messages,bytes,errors,users,length\n"
            + "0,0,0,0,9,8,1.000\n"
            + "1,0,0,0,3,8,0.021\n");

    assertThat(RawMaterial.read(run, result))
        .extracting(Second::seconds)
        .containsExactly(1.0, 0.021);
  }

  @Test
  void refusesImpossibleLengths() throws IOException {
    for (String length : List.of("0", "-1", "NaN", "Infinity", "")) {
      write("second,requests,messages,bytes,errors,users,length\n0,0,0,0,9,8," + length + "\n");

      assertThatThrownBy(() -> RawMaterial.read(run, result))
          .isInstanceOf(Fault.class)
          .hasMessageContaining("seconds.csv:2");
    }
  }

  @Test
  void roundTripsTheLength() throws IOException {
    try (RawMaterialWriter raw =
        new RawMaterialWriter(folder, "kafka_batch_size_256-direct", List.of("generator"))) {
      raw.begin(START);
      raw.second(0, 1, new Counts(0, 0, 0, 9, null, null), 8, Map.of());
      raw.second(1, 0.0004, new Counts(0, 0, 0, 3, null, null), 8, Map.of("generator", 0.5));
    }

    assertThat(RawMaterial.read(run, result))
        .extracting(Second::seconds)
        .containsExactly(1.0, 0.001);
  }

  @Test
  void aCaseWithoutRawMaterialHasNoSeconds() {
    assertThat(RawMaterial.read(run, result)).isEmpty();
  }

  @Test
  void namesFileAndLineOfAMalformedTable() throws IOException {
    write("second,requests\n0,1\n");
    assertThatThrownBy(() -> RawMaterial.read(run, result))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("kafka_batch_size_256-direct.seconds.csv:1");

    write(HEADER + "0,2,512,51200,0,8\n1,2,5");
    assertThatThrownBy(() -> RawMaterial.read(run, result))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("kafka_batch_size_256-direct.seconds.csv:3: 1,2,5 is not a second");
  }

  @Test
  void refusesATruncatedIntervalLog() throws IOException {
    write(HEADER + "0,2,512,51200,0,8\n");
    log();
    Path log = folder.resolve("kafka_batch_size_256-direct.hlog");
    String text = Files.readString(log);
    Files.writeString(log, text.substring(0, text.length() - 20));

    assertThatThrownBy(() -> RawMaterial.read(run, result))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("kafka_batch_size_256-direct.hlog");
  }

  private static Second second(
      int index,
      double seconds,
      long requests,
      long messages,
      long bytes,
      long errors,
      Map<String, Double> cpu,
      TimeDistribution times) {
    return new Second(
        index,
        START.truncatedTo(ChronoUnit.MILLIS).plusSeconds(index),
        seconds,
        new Counts(requests, messages, bytes, errors, times, null),
        8,
        cpu);
  }

  private void write(String table) throws IOException {
    Files.writeString(folder.resolve("kafka_batch_size_256-direct.seconds.csv"), table);
  }

  /** Writes an interval log like the engine. */
  private void log() throws IOException {
    Path file = folder.resolve("kafka_batch_size_256-direct.hlog");
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputLogFormatVersion();
      log.outputStartTime(START.toEpochMilli());
      log.setBaseTime(START.toEpochMilli());
      log.outputLegend();
      interval(log, "response", 0, 1, 1000, 2000);
      interval(log, "service", 0, 1, 1, 2);
      interval(log, "response", 2, 2.5, 3000);
    }
  }

  private static void interval(
      HistogramLogWriter log, String tag, double from, double to, long... microseconds) {
    Histogram histogram = new Histogram(3);
    for (long value : microseconds) {
      histogram.recordValue(value);
    }
    histogram.setTag(tag);
    log.outputIntervalHistogram(from, to, histogram, 1000.0);
  }
}
