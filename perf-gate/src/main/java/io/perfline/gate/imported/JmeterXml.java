package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads JMeter's results as XML. A sample within another one, such as a redirect, is part of that
 * one and not a request of its own, as in the CSV.
 */
final class JmeterXml extends SampleReader<JmeterXml.Source> {

  private final XMLStreamReader xml;
  private final JmeterSamples samples = new JmeterSamples();
  private int depth;

  JmeterXml(Path file) throws IOException {
    super(new Source(file));
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      xml = factory.createXMLStreamReader(source.in);
    } catch (XMLStreamException e) {
      close();
      throw cutOff(e);
    }
  }

  @Override
  ImportedSample next() {
    try {
      while (xml.hasNext()) {
        int event = xml.next();
        source.line = xml.getLocation().getLineNumber();
        if (event == XMLStreamConstants.START_ELEMENT) {
          depth++;
          if (depth == 1 && !xml.getLocalName().equals("testResults")) {
            throw source.fault("<" + xml.getLocalName() + "> is not JMeter's <testResults>");
          }
          if (depth == 2) {
            return sample();
          }
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          depth--;
        }
      }
      return null;
    } catch (XMLStreamException e) {
      throw cutOff(e);
    }
  }

  private ImportedSample sample() {
    JmeterSamples.requireSingle(number("sc", 1), source::fault);
    String success = attribute("s");
    if (success == null || attribute("lb") == null) {
      throw source.fault(
          "<%s> without the attributes 's' and 'lb': it was written by a JMeter before 2.1; give the CSV, or run"
                  .formatted(xml.getLocalName())
              + " the load with a newer JMeter");
    }
    if (!success.equals("true") && !success.equals("false")) {
      throw source.fault("s is '%s', neither true nor false".formatted(success));
    }
    String thread = attribute("tn");
    return samples.of(
        attribute("lb"),
        number("ts", -1),
        number("t", -1),
        number("it", 0),
        success.equals("true") ? null : samples.error(optional("rc"), optional("rm")),
        number("by", 0),
        (int) number("na", 0),
        thread == null ? null : thread.replaceAll("[ 0-9-]+$", ""),
        optional("hn"));
  }

  private String optional(String name) {
    String value = attribute(name);
    return value == null ? "" : value;
  }

  private String attribute(String name) {
    return xml.getAttributeValue(null, name);
  }

  /**
   * Returns an attribute as a non-negative whole number.
   *
   * @param defaultValue the value of a missing attribute, or -1 if the attribute is required
   */
  private long number(String name, long defaultValue) {
    String value = attribute(name);
    try {
      long number = value == null ? defaultValue : Long.parseLong(value);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw source.fault("%s is '%s', which is not a number".formatted(name, value));
    }
    throw source.fault(
        value == null
            ? "<%s> has no attribute '%s'".formatted(xml.getLocalName(), name)
            : "%s is %s, which is negative".formatted(name, value));
  }

  private Fault cutOff(XMLStreamException e) {
    long at = e.getLocation() == null ? source.line : e.getLocation().getLineNumber();
    return ToolFile.fault(source.file, at, "not whole XML, it may be cut off: " + e.getMessage());
  }

  @Override
  Map<String, String> metadata() {
    return samples.metadata();
  }

  /** The text of the file, and the line at which the parser is. */
  static final class Source implements ToolSource {
    private final Path file;
    private final Reader in;
    private long line = 1;

    Source(Path file) throws IOException {
      this.file = file;
      in = new XmlCharacters(new ToolText(file, () -> line, false));
    }

    @Override
    public String position() {
      return file + ":" + line;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /**
   * Replaces characters that XML 1.0 doesn't allow with visible ones, whether they are literal or
   * references such as {@code &#x1b;}. JMeter writes responses as the service sent them.
   */
  private static final class XmlCharacters extends FilterReader {

    private static final int LONGEST_REFERENCE = 12;
    private static final Pattern REFERENCE =
        Pattern.compile("&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));");

    private String pending = "";
    private int at;

    XmlCharacters(Reader in) {
      super(new BufferedReader(in));
    }

    @Override
    public int read() throws IOException {
      if (at < pending.length()) {
        return pending.charAt(at++);
      }
      int next = in.read();
      if (next == '&') {
        StringBuilder reference = new StringBuilder("&");
        int more = in.read();
        while (more >= 0 && more != ';' && more != '&' && reference.length() < LONGEST_REFERENCE) {
          reference.append((char) more);
          more = in.read();
        }
        if (more >= 0) {
          reference.append((char) more);
        }
        // a reference that begins within another one is not valid XML, so the parser rejects it
        // anyway
        pending = allowed(reference.toString());
        at = 1;
        return pending.charAt(0);
      }
      return next < 0 || isAllowed(next) || Character.isSurrogate((char) next)
          ? next
          : visible(next);
    }

    @Override
    public int read(char[] chars, int from, int length) throws IOException {
      int count = 0;
      for (int next = 0; count < length && (next = read()) >= 0; count++) {
        chars[from + count] = (char) next;
      }
      return count == 0 && length > 0 ? -1 : count;
    }

    private static String allowed(String reference) {
      Matcher number = REFERENCE.matcher(reference);
      if (!number.matches()) {
        return reference;
      }
      int code =
          number.group(1) != null
              ? Integer.parseInt(number.group(1), 16)
              : Integer.parseInt(number.group(2));
      return isAllowed(code) ? reference : String.valueOf(visible(code));
    }

    private static boolean isAllowed(int code) {
      return code >= ' '
          ? code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff)
          : code == '\t' || code == '\n' || code == '\r';
    }

    private static char visible(int code) {
      return (char) (code < ' ' ? 0x2400 + code : 0xfffd);
    }
  }
}
