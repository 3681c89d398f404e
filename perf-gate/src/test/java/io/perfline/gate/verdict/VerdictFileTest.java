package io.perfline.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.sample.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictFileTest {

  @TempDir Path folder;

  @Test
  void roundTripsEverything() throws IOException {
    Verdict verdict = verdict(Finding.WITHIN_WARN, Outcome.WARN);

    VerdictFile.write(folder, verdict);

    assertThat(VerdictFile.read(folder)).isEqualTo(verdict);
    assertThat(folder.resolve(VerdictFile.NAME))
        .content()
        .contains("\"case\" : \"http/record\"", "\"outcome\" : \"WARN\"", "\"within_warn\"");
  }

  @Test
  void readsTheFiguresInTheSentencesOfTheFile() throws IOException {
    VerdictFile.write(folder, Verdicts.ALL.get("fail-on-a-busy-machine"));

    Verdict read = VerdictFile.read(folder);

    assertThat(read.lines(Finding.NOT_MEASURED)).extracting(Line::othersPercent).containsOnly(45.0);
    Line slower = read.lines(Finding.EXCEEDED).get(1);
    assertThat(slower.reason()).isEqualTo("+62.0 % exceeds the limit of +3.5 %");
    assertThat(slower.methods()).startsWith("slower: Receiver.receive +39 µs");
    assertThat(slower.baseline().origin())
        .isEqualTo(new BaselineContent.Build("the parent commit", null));
  }

  @Test
  void writesWhatItReadByteByByte() throws IOException {
    for (Verdict verdict : Verdicts.ALL.values()) {
      VerdictFile.write(folder, verdict);

      assertThat(VerdictFile.json(VerdictFile.read(folder)))
          .isEqualTo(Files.readString(folder.resolve(VerdictFile.NAME)));
    }
  }

  @Test
  void anUnjudgedRunHasNoVerdict() {
    assertThat(VerdictFile.readIfPresent(folder)).isEmpty();
    assertThatThrownBy(() -> VerdictFile.read(folder))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("cannot read");
  }

  @Test
  void refusesTruncatedUnknownOrContradictoryContent() throws IOException {
    VerdictFile.write(folder, verdict(Finding.EXCEEDED, Outcome.FAIL));
    Path file = folder.resolve(VerdictFile.NAME);
    String text = Files.readString(file);

    for (String exceeded :
        List.of(
            text.substring(0, text.length() / 2),
            text.replace("\"schema\" : 1", "\"schema\" : 2"),
            text.replace("\"build\"", "\"biuld\""),
            text.replaceFirst("\"outcome\" : \"FAIL\"", "\"outcome\" : \"PASS\""),
            text.replace("\"finding\" : \"broken\"", "\"finding\" : \"within_pass\""),
            text.replaceAll("(?s)\"lines\" : \\[.*\\]", "\"lines\" : []"))) {
      assertThat(exceeded).isNotEqualTo(text);
      Files.writeString(file, exceeded);
      assertThatThrownBy(() -> VerdictFile.read(folder)).isInstanceOf(Fault.class);
    }
  }

  @Test
  void anExceededLimitFailsAndNothingTestedGivesNoVerdict() {
    Line exceeded = verdict(Finding.EXCEEDED, Outcome.FAIL).lines().get(0);
    Line other = verdict(Finding.OTHER_PROFILE, Outcome.INVALID).lines().get(0);
    Line missing = verdict(Finding.NOT_MEASURED, Outcome.INVALID).lines().get(0);

    assertThat(Verdict.outcomeOf(List.of(), List.of())).isEqualTo(Outcome.INVALID);
    assertThat(Verdict.outcomeOf(List.of(), List.of(other))).isEqualTo(Outcome.INVALID);
    assertThat(Verdict.outcomeOf(List.of(), List.of(other, exceeded))).isEqualTo(Outcome.FAIL);
    assertThat(Verdict.outcomeOf(List.of(), List.of(missing, exceeded))).isEqualTo(Outcome.FAIL);
    assertThat(Verdict.outcomeOf(List.of("no commit"), List.of(exceeded)))
        .isEqualTo(Outcome.INVALID);
  }

  private static Verdict verdict(Finding finding, Outcome outcome) {
    Line line =
        SampleLines.line(
            "record-p95",
            "http/record",
            "recorder",
            "response_time.p95",
            "<= 250 ms",
            "<= 400 ms",
            312.5,
            "ms",
            new ConfidenceInterval(300.0, null, 0.99, "binomial"),
            5000,
            SampleLines.history("main", List.of("r1", "r2"), 250.0, null, "ms", "2 runs of main"),
            finding,
            "312.5 ms is above 250 ms");
    return new Verdict(
        Verdict.SCHEMA,
        "20260102-030405",
        "7",
        "main",
        "0123456789012345678901234567890123456789",
        "commit",
        "local",
        Instant.parse("2026-01-02T03:04:05.678Z"),
        outcome,
        "record-p95 is in its warn band",
        null,
        List.of(),
        List.of(line),
        List.of());
  }
}
