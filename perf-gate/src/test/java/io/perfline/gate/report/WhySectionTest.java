package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.gate.Runs;
import io.perfline.gate.why.SampleWhy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhySectionTest {

  @TempDir Path folder;

  private Report.Document report() {
    RunWithSeconds run = new RunWithSeconds(Runs.good(), Map.of());
    return new Report(Optional.of(folder), run, Optional.empty(), Optional.empty()).compose();
  }

  @Test
  void showsSlowerMethodsWithTheirFlameGraph() throws IOException {
    SampleWhy.write(folder, "paired/record");

    Report.Document files = report();

    assertThat(files.page())
        .contains(
            "Methods that got slower</h2>",
            "<caption>Methods of the service</caption>",
            "<code>Parser.parse (line 88)</code>",
            ">+90 to +106</td>",
            "src=\"why-record-cpu.svg\"",
            "class=\"wide\"",
            "width=\"1200\"",
            "<div class=\"boxes\"><ul><li>all: 120 to 220 µs per request, +100<ul><li>Parser.parse:"
                + " 12 to 110 µs",
            "The verdict rests on none of these slices")
        .doesNotContain("Methods of libraries");
    assertThat(files.drawings()).extracting(Drawing::file).contains("why-record-cpu.svg");
  }

  @Test
  void explainsMissingProfiles() {
    SampleWhy.writeUnknown(folder, "paired/record", "the service runs elsewhere");

    assertThat(report().page())
        .contains("the slower methods are not known: the service runs elsewhere");
  }

  @Test
  void anUnreadableProfileDoesNotPreventTheReport() throws IOException {
    SampleWhy.write(folder, "paired/record");
    Path recordings = FlightRecordings.folder(folder);
    Files.delete(recordings.resolve("why-record-cpu.svg"));
    assertThat(report().page()).contains("why-record-cpu.svg cannot be read");

    Files.writeString(recordings.resolve("recordings.json"), "{\"schema\": 1}");
    assertThat(report().page()).contains("The slower methods are not known: ");
  }

  @Test
  void isMissingWithoutProfiles() {
    assertThat(report().page()).doesNotContain("Methods that got slower");
  }
}
