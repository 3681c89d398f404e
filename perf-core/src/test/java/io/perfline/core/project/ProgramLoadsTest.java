package io.perfline.core.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.project.ProgramLoad.LastLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramLoadsTest {

  @TempDir private Path folder;

  @Test
  void readsEveryTypeOfProgram() throws IOException {
    Project project =
        read(
            """
              search: {gatling: com.acme.Search, classpath: target/test-classes, compare: true}
              checkout: {k6: load/it's.js, compare: {runs: 20, length: 10 s}}
              home: {k6: load/home.js, compare: true}
              basket: {jmeter: load/basket.jmx, options: -Jusers=9, requests: [pay], within: 1 min}
              import: {command: './import.sh ${url}', metric: {seconds: last_line}, compare: true}
              rate: {command: ./rate.sh, metric: {per_second: last_line}}
              csv: {command: ./csv.sh, results: csv, columns: 'name=label,end=ts'}
            """);

    var programs = project.loads(ProgramLoad.class);
    assertThat(project.loads(GatlingSimulation.class).get("search").compare())
        .isEqualTo(new ComparedRuns(24, Duration.ofSeconds(10)));
    assertThat(programs.get("checkout").command())
        .contains("'load/it'\\''s.js'", "--duration \"$seconds\"s", "json=\"$results\"");
    assertThat(programs.get("checkout").compare().runs()).isEqualTo(20);
    assertThat(programs.get("home").command()).doesNotContain("--duration");
    assertThat(programs.get("home").compare().length()).isNull();
    assertThat(programs.get("basket").command()).contains("-t 'load/basket.jmx'", "-Jusers=9");
    assertThat(programs.get("basket").compare()).isNull();
    assertThat(programs.get("basket").requests()).containsExactly("pay");
    assertThat(programs.get("basket").within()).isEqualTo(Duration.ofMinutes(1));
    assertThat(programs.get("import").command()).isEqualTo("./import.sh ${url}");
    assertThat(programs.get("import").results().lastLine()).isEqualTo(LastLine.SECONDS);
    assertThat(programs.get("rate").results().lastLine()).isEqualTo(LastLine.PER_SECOND);
    assertThat(programs.get("csv").results().columns()).isEqualTo("name=label,end=ts");
  }

  @Test
  void aLibraryAcceptsOnlyPrograms() throws IOException {
    String library = "{artifact: target/benchmarks.jar}";
    Project project =
        read(library, "  codec: {jmh: target/benchmarks.jar, include: 'Codec.*', compare: true}\n");

    assertThat(project.service().isLibrary()).isTrue();
    assertThat(project.service().ready()).isNull();
    assertThat(project.loads(ProgramLoad.class).get("codec").command())
        .contains("'target/benchmarks.jar' 'Codec.*'");
    assertThatThrownBy(() -> read(library, "  home: {connections: 1, requests: [{get: /}]}\n"))
        .hasMessageContaining("a library can only be loaded with 'jmh' or 'command'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {command: ./a.sh}                                                  | last_line
          {command: ./a.sh, results: k6, metric: {seconds: last_line}}       | last_line
          {command: ./a.sh, metric: {seconds: first_line}}                   | last_line
          {command: ./a.sh, metric: {seconds: last_line, per_second: last_line}} | one of 'seconds'
          {command: ./a.sh, results: csv}                                    | require each other
          {command: ./a.sh, results: wrk}                                    | perfline import
          {k6: a.js, compare: {runs: 11}}                                    | from 12 to
          {k6: a.js, within: 0 s}                                            | measures nothing
          """)
  void refuses(String load, String fault) {
    assertThatThrownBy(() -> read("  a: " + load + "\n")).hasMessageContaining(fault);
  }

  private Project read(String loads) throws IOException {
    return read("{url: 'http://127.0.0.1:1'}", loads);
  }

  private Project read(String service, String loads) throws IOException {
    Path file = folder.resolve("perf.yml");
    Files.writeString(
        file,
        """
        version: 1
        service: %s
        load:
        %s\
        """
            .formatted(service, loads.stripIndent().indent(2)));
    return ProjectFile.read(file);
  }
}
