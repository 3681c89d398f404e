package io.perfline.gate.text;

import io.perfline.core.command.OutsideText;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes {@code gate-junit.xml} for Jenkins. An exceeded limit is a failure, and a missing verdict
 * is an error. Warnings, waivers and limits that were not measured because both builds are equal
 * are skipped tests, because Jenkins lists those.
 */
public final class JunitFile {

  /** The name of the file in a run's folder. */
  public static final String NAME = "gate-junit.xml";

  private JunitFile() {}

  /**
   * Writes the file into the folder of a run.
   *
   * @param report the address of the published report; a relative address is not linked
   */
  public static void write(Path folder, Verdict verdict, ReportAddress report) throws IOException {
    List<Line> lines =
        verdict.lines().stream().filter(l -> l.outcome() != Outcome.NOT_IN_PROFILE).toList();
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      boolean whole = !verdict.problems().isEmpty() || lines.isEmpty();
      start(xml, lines, whole, verdict.notJudged().size());
      if (whole) {
        noVerdict(xml, verdict.summary(), verdict.problems());
      }
      for (Line line : lines) {
        testcase(xml, line, report);
      }
      for (String unjudged : verdict.notJudged()) {
        startCase(xml, "gate", unjudged);
        xml.writeEmptyElement("skipped");
        xml.writeAttribute("message", "measured, not judged: no threshold is about it");
        xml.writeEndElement();
      }
      end(xml);
    } catch (XMLStreamException e) {
      throw new IOException("cannot write " + folder.resolve(NAME), e);
    }
    Files.writeString(folder.resolve(NAME), text.toString());
  }

  public static void writeNoVerdict(Path folder, String cause) throws IOException {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      start(xml, List.of(), true, 0);
      noVerdict(xml, OutsideText.lines(cause), List.of());
      end(xml);
    } catch (XMLStreamException e) {
      throw new IOException("cannot write " + folder.resolve(NAME), e);
    }
    Files.writeString(folder.resolve(NAME), text.toString());
  }

  private static void start(XMLStreamWriter xml, List<Line> lines, boolean whole, int notJudged)
      throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "gate");
    xml.writeAttribute("tests", Integer.toString(lines.size() + notJudged + (whole ? 1 : 0)));
    xml.writeAttribute("failures", count(lines, Outcome.FAIL));
    xml.writeAttribute(
        "errors", Long.toString(Long.parseLong(count(lines, Outcome.INVALID)) + (whole ? 1 : 0)));
    xml.writeAttribute(
        "skipped", Long.toString(lines.stream().filter(JunitFile::isSkipped).count() + notJudged));
  }

  /**
   * Returns true for warnings and for limits that were not measured, which do not fail the build
   * but are not met either.
   */
  private static boolean isSkipped(Line line) {
    return line.outcome() == Outcome.WARN || line.finding() == Finding.UNCHANGED;
  }

  private static String count(List<Line> lines, Outcome outcome) {
    return Long.toString(lines.stream().filter(line -> line.outcome() == outcome).count());
  }

  private static void noVerdict(XMLStreamWriter xml, String cause, List<String> problems)
      throws XMLStreamException {
    startCase(xml, "gate", "verdict");
    xml.writeStartElement("error");
    xml.writeAttribute("message", printable(cause));
    xml.writeCharacters(printable(String.join("\n", problems)));
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private static void testcase(XMLStreamWriter xml, Line line, ReportAddress report)
      throws XMLStreamException {
    startCase(
        xml,
        "gate." + line.threshold(),
        line.caseName() + (line.target() == null ? "" : " (" + line.target() + ")"));
    if (report.isAbsolute() && line.outcome() != Outcome.PASS) {
      link(xml, report.of(line));
    }
    String element =
        isSkipped(line)
            ? "skipped"
            : switch (line.outcome()) {
              case FAIL -> "failure";
              case INVALID -> "error";
              default -> "system-out";
            };
    xml.writeStartElement(element);
    String what = line.metric() + ": " + values(line) + line.reasonWithMethods();
    if (element.equals("system-out")) {
      xml.writeCharacters(printable(what));
    } else {
      xml.writeAttribute("message", printable(ValueText.outcome(line) + ": " + what));
    }
    if (!isSkipped(line) && line.outcome() != Outcome.PASS) {
      xml.writeAttribute("type", line.finding().id());
    }
    xml.writeEndElement();
    xml.writeEndElement();
  }

  /**
   * Returns the compared values, such as {@code 100 → 162 µs per message, +62 % [+54 %, +71 %],
   * limit <= +3.5 %: }; empty unless the line is a comparison.
   */
  private static String values(Line line) {
    return line.baseline() == null || line.value() == null
        ? ""
        : "%s, limit %s: "
            .formatted(
                Stream.of(ValueText.beforeAndAfter(line), ValueText.measured(line))
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(", ")),
                line.limit());
  }

  /** Writes a property of a test, which Jenkins shows as a link. */
  private static void link(XMLStreamWriter xml, String address) throws XMLStreamException {
    xml.writeStartElement("properties");
    xml.writeEmptyElement("property");
    xml.writeAttribute("name", "report");
    xml.writeAttribute("value", printable(address));
    xml.writeEndElement();
  }

  private static void startCase(XMLStreamWriter xml, String classname, String name)
      throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", printable(classname));
    xml.writeAttribute("name", printable(name));
    xml.writeAttribute("time", "0");
  }

  private static void end(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeEndElement();
    xml.writeEndDocument();
    xml.close();
  }

  /** Replaces control characters that XML does not allow. */
  private static String printable(String text) {
    return String.valueOf(text)
        .replaceAll("[^\\u0009\\u000A\\u000D\\u0020-\\uD7FF\\uE000-\\uFFFD]", "\uFFFD");
  }
}
