package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.sample.SampleRuns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveCaseTest {

  private static final String NAME = "kafka/batch_size/256";
  private static final String TABLE =
      """
      second,requests,messages,bytes,errors,users
      0,2,512,51200,0,8
      1,1,256,25600,1,8
      2,0,0,0,0,8
      """;

  @TempDir Path run;
  private Path table;
  private Path log;
  private LiveCase live;

  @BeforeEach
  void folder() throws IOException {
    Files.createDirectories(run.resolve("kafka"));
    table = run.resolve("kafka/kafka_batch_size_256-direct.seconds.csv");
    log = run.resolve("kafka/kafka_batch_size_256-direct.hlog");
    live = new LiveCase(run, new CatalogueEntry(NAME, "direct", List.of("commit")));
  }

  @Test
  void isEmptyBeforeTheLoadStarts() {
    assertThat(live.next()).isEmpty();
  }

  /** For any part of the file that the writer has flushed. */
  @Test
  void readsEachSecondOnceAsInTheFinalRun() throws IOException {
    List<Second> seen = new ArrayList<>();
    String times = times();
    append(log, times);
    for (int from = 0; from < TABLE.length(); from += 7) {
      append(table, TABLE.substring(from, Math.min(TABLE.length(), from + 7)));
      seen.addAll(live.next());
    }

    CaseResult result = SampleRuns.measured(NAME, SampleRuns.times(1000));
    assertThat(seen).isEqualTo(RawMaterial.read(run, result)).hasSize(3);
    assertThat(seen.get(0).responseTime().count()).isEqualTo(2);
    assertThat(live.next()).isEmpty();
  }

  @Test
  void restartsWithARestartedCase() throws IOException {
    append(log, times());
    append(table, TABLE);
    assertThat(live.next()).hasSize(3);

    Files.writeString(log, times());
    Files.writeString(table, TABLE.substring(0, TABLE.indexOf("1,1,")));

    assertThat(live.next()).extracting(Second::index).containsExactly(0);
  }

  @Test
  void namesAMalformedLine() throws IOException {
    append(log, times());
    append(table, TABLE + "3,x\n");

    assertThatThrownBy(live::next)
        .isInstanceOf(Fault.class)
        .hasMessageContaining("kafka_batch_size_256-direct.seconds.csv")
        .hasMessageContaining("3,x is not a second");
  }

  private static String times() {
    long start = SampleRuns.START.toEpochMilli();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter writer =
        new HistogramLogWriter(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    writer.outputLogFormatVersion();
    writer.outputStartTime(start);
    writer.setBaseTime(start);
    writer.outputLegend();
    for (int second = 0; second < 2; second++) {
      Histogram histogram = new Histogram(3);
      histogram.recordValueWithCount(1000 + second, 2 - second);
      histogram.setTag("response");
      writer.outputIntervalHistogram(second, second + 1.0, histogram, 1000.0);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
