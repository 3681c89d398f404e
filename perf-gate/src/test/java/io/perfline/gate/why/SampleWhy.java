package io.perfline.gate.why;

import io.perfline.core.file.Json;
import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.JfrCase;
import io.perfline.core.run.LoadUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes recorded and compared methods into a run's folder. */
public final class SampleWhy {

  /** Package, class and method that got slower. */
  public static final String METHOD = "app.Parser.parse";

  private SampleWhy() {}

  /** Writes a case in which a method got slower. */
  public static void write(Path folder, String name) throws IOException {
    List<String> files = List.of("record-3.jfr");
    new FlightRecordings(
            FlightRecordings.SCHEMA,
            List.of("app"),
            List.of(new JfrCase(name, files, List.of(), null)))
        .write(folder);
    MethodChange change =
        new MethodChange(
            METHOD,
            true,
            Resource.CPU,
            12,
            110,
            98,
            90,
            106,
            20,
            98,
            0.8,
            "java.util.HashMap.hash",
            88,
            null);
    CaseWhy why =
        new CaseWhy(
            name,
            LoadUnit.REQUEST,
            136,
            20_000,
            List.of(new TotalChange(Resource.CPU, 120, 220, 92, 108, 99)),
            List.of(change),
            List.of(
                new CaseWhy.Graph(
                    "why-record-cpu.svg",
                    "CPU per request, by method",
                    "all of it",
                    1200,
                    90,
                    List.of(
                        new CaseWhy.Box(0, "all: 120 to 220 µs per request, +100"),
                        new CaseWhy.Box(1, "Parser.parse: 12 to 110 µs per request, +98")))),
            0.01,
            null);
    Files.writeString(FlightRecordings.folder(folder).resolve("why-record-cpu.svg"), "<svg/>");
    Files.write(
        FlightRecordings.folder(folder).resolve(Why.NAME),
        Json.MAPPER.writeValueAsBytes(new Why(Why.SCHEMA, files, List.of(why))));
  }

  /** Writes a case that could not be profiled. */
  public static void writeUnknown(Path folder, String name, String problem) {
    new FlightRecordings(FlightRecordings.SCHEMA, List.of(), List.of(JfrCase.none(name, problem)))
        .write(folder);
  }
}
