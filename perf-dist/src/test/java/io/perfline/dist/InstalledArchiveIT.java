package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.sample.SampleRuns;
import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the archive, unpacked without sources, Maven repository or user settings. */
class InstalledArchiveIT {

  @TempDir static Path folder;
  @TempDir Path project;

  private static Installation perfline;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    perfline = Installation.unpack(Path.of(System.getProperty("perf.archive")), folder);
  }

  @BeforeEach
  void writeThresholds() throws IOException {
    Files.writeString(
        project.resolve("thresholds.yml"),
        """
        version: 1
        thresholds:
          - id: fast
            case: kafka/*/*
            metric: response_time.p50
            pass: "<= 100 ms"
        """);
  }

  @ParameterizedTest
  @MethodSource("javas")
  void startsOnEachInstalledJava(Path java) throws Exception {
    Ended version = perfline.with(java).perf(project, "--version");

    assertThat(version.code()).as("%s", version).isZero();
    assertThat(version.text()).startsWith("perfline ").contains("commit").doesNotContain("WARNING");
  }

  @ParameterizedTest
  @CsvSource({"linux:bin, perfline", "bin:linux, perfline", "compat, perf"})
  void runsWhereLinuxHasAPerfOfItsOwn(String folders, String command) throws Exception {
    Path linux = Files.createDirectories(project.resolve("linux")).resolve("perf");
    Files.writeString(linux, "#!/bin/sh\necho profiler; exit 1\n");
    assertThat(linux.toFile().setExecutable(true)).isTrue();
    String path =
        Stream.of(folders.split(":"))
            .map(name -> (name.equals("linux") ? project : perfline.tool()).resolve(name) + ":")
            .collect(Collectors.joining());

    Ended version =
        perfline.shell(project, Map.of(), "PATH=%s$PATH; %s --version".formatted(path, command));

    assertThat(version.code()).as("%s", version).isZero();
    assertThat(version.text()).contains("perfline ", ", commit ").doesNotContain("profiler");
    assertThat(perfline.path("bin/perf")).doesNotExist();
  }

  static List<Path> javas() throws IOException {
    return Installation.javas();
  }

  @Test
  void refusesToStartWithoutAJava() throws Exception {
    Ended ended = perfline.with(folder.resolve("nothing")).perf(project, "--version");

    assertThat(ended.code()).as("%s", ended).isEqualTo(2);
    assertThat(ended.text()).contains("install JDK 17 or later");
  }

  @Test
  void judgesARunAndWritesOnlyIntoTheProject() throws Exception {
    Path run = project.resolve("runs/first");
    Run measured =
        SampleRuns.run(
            "first",
            SampleRuns.START,
            SampleRuns.measured(
                "kafka/batch_size/256",
                SampleRuns.times(LongStream.generate(() -> 4000).limit(500).toArray())));
    Files.createDirectories(run);
    RunFile.write(run, measured);
    List<String> before = perfline.files();

    Ended gate = perfline.perf(project, "gate", "runs/first");

    assertThat(gate.code()).as("%s", gate).isZero();
    assertThat(gate.text()).startsWith("PASS");
    assertThat(run.resolve("verdict.md")).exists();
    assertThat(perfline.files()).isEqualTo(before);
    assertThat(perfline.home()).isEmptyDirectory();
  }

  @Test
  void findsItsWorkloads() throws Exception {
    Ended list = perfline.perf(project, "run", "--list");

    assertThat(list.code()).as("%s", list).isZero();
    assertThat(list.text()).contains("kafka/batch_size/256");
  }

  @Test
  void servesACodingAgent() throws Exception {
    StdioClientTransport transport =
        new StdioClientTransport(
            ServerParameters.builder(perfline.path("bin/perfline").toString()).args("mcp").build(),
            new JacksonMcpJsonMapper(new ObjectMapper())) {
          @Override
          protected ProcessBuilder getProcessBuilder() {
            return new ProcessBuilder().directory(project.toFile());
          }
        };
    try (McpSyncClient agent = McpClient.sync(transport).build()) {
      agent.initialize();

      assertThat(agent.listTools().tools()).extracting(Tool::name).contains("start_comparison");
      assertThat(agent.callTool(CallToolRequest.builder("check_files").build()).structuredContent())
          .asString()
          .contains("there is no file perf.yml", "perfline init");
    }
  }

  @Test
  void wrongUsageIsExitCode2() throws Exception {
    assertThat(perfline.perf(project, "gate", "--nope").code()).isEqualTo(2);
    assertThat(perfline.perf(project, "nope").code()).isEqualTo(2);
    assertThat(perfline.perf(project).code()).isEqualTo(2);
  }

  @Test
  void namesTheArchiveWithTheServers() throws Exception {
    Files.writeString(
        project.resolve("tomcat.yml"),
        """
        name: own
        tomcat:
          manager: http://127.0.0.1:${PERF_TOMCAT_PORT}/manager/text
          user: ${PERF_TOMCAT_USER}
          password: ${PERF_TOMCAT_PASSWORD}
        """);

    Ended up = perfline.perf(project, "stack", "up", "--environment", "tomcat.yml");

    assertThat(up.code()).as("%s", up).isEqualTo(3);
    assertThat(up.text()).contains("perfline-VERSION-servers.tar.gz");
  }

  @Test
  void shellCompletionWorks() throws Exception {
    Path completion = perfline.path("completion/perfline.bash");

    assertThat(completion).content().contains("complete -F _complete_perfline");
    assertThat(Installation.run(project, List.of("bash", "-n", completion.toString())).code())
        .isZero();
  }

  @Test
  void containsEachJarOnceAndOnlyRedistributableOnes() throws Exception {
    List<String> jars = perfline.files().stream().filter(file -> file.endsWith(".jar")).toList();

    assertThat(jars).hasSizeGreaterThan(100).allMatch(jar -> jar.startsWith("lib/"));
    assertThat(jars)
        .extracting(jar -> jar.replaceFirst("-\\d+(\\.\\d+)*", ""))
        .doesNotHaveDuplicates();
    for (String jar : jars) {
      try (ZipFile zip = new ZipFile(perfline.path(jar).toFile())) {
        assertThat(zip.stream().map(entry -> entry.getName().toLowerCase(java.util.Locale.ROOT)))
            .as(jar)
            .noneMatch(name -> name.contains("highcharts"));
      }
    }
    String notice = Files.readString(perfline.path("NOTICE"));
    assertThat(perfline.path("LICENSE")).content().contains("Apache License");
    assertThat(jars)
        .extracting(jar -> Path.of(jar).getFileName().toString())
        .filteredOn(jar -> Arrays.stream(OURS).noneMatch(jar::startsWith))
        .allSatisfy(jar -> assertThat(notice).contains(jar.replaceFirst("-\\d.*", "")));
  }

  private static final String[] OURS = {"perf-", "deploy-", "gatling-sims-"};
}
