package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * JMeter's results as XML. A sample within another one, a redirect say, is part of that one's time
 * and no request of its own, as in the CSV.
 */
final class JmeterXml implements SampleReader {

  private static final long MICROS_PER_MILLI = 1000;

  private final Path file;
  private final InputStream in;
  private final XMLStreamReader xml;
  private final ImportedErrors errors = new ImportedErrors();
  private int depth;
  private long line = 1;

  JmeterXml(Path file) throws IOException {
    this.file = file;
    in = new XmlCharacters(new BufferedInputStream(ToolFile.open(file)));
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      xml = factory.createXMLStreamReader(in);
    } catch (XMLStreamException e) {
      in.close();
      throw cutOff(e);
    }
  }

  @Override
  public ImportedSample next() throws IOException {
    try {
      while (xml.hasNext()) {
        int event = xml.next();
        line = xml.getLocation().getLineNumber();
        if (event == XMLStreamConstants.START_ELEMENT) {
          depth++;
          if (depth == 1 && !xml.getLocalName().equals("testResults")) {
            throw fault("<" + xml.getLocalName() + "> is no <testResults> of JMeter");
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
    long micros = number("t") * MICROS_PER_MILLI;
    boolean succeeded = attribute("s").equals("true");
    if (!succeeded && !attribute("s").equals("false")) {
      throw fault("s is '%s', neither true nor false".formatted(attribute("s")));
    }
    String requests = xml.getAttributeValue(null, "sc");
    if (requests != null && !requests.equals("1")) {
      throw fault(
          "a sample for %s requests, whose own times aren't in it: set mode=StrippedBatch in JMeter's"
                  .formatted(requests)
              + " properties, in place of Statistical, and run the load again");
    }
    long idle = xml.getAttributeValue(null, "it") == null ? 0 : number("it") * MICROS_PER_MILLI;
    String users = xml.getAttributeValue(null, "na");
    String bytes = xml.getAttributeValue(null, "by");
    String thread = xml.getAttributeValue(null, "tn");
    return new ImportedSample(
        attribute("lb"),
        number("ts") * MICROS_PER_MILLI + micros + idle,
        micros,
        ImportedSample.UNKNOWN,
        succeeded ? null : errors.of(optional("rc"), optional("rm")),
        bytes == null ? 0 : number("by"),
        users == null ? 0 : (int) number("na"),
        thread == null ? Map.of() : Map.of("scenario", thread.replaceAll("[ 0-9-]+$", "")),
        idle);
  }

  private String optional(String name) {
    String value = xml.getAttributeValue(null, name);
    return value == null ? "" : value;
  }

  private String attribute(String name) {
    String value = xml.getAttributeValue(null, name);
    if (value == null) {
      throw fault("<%s> has no attribute '%s'".formatted(xml.getLocalName(), name));
    }
    return value;
  }

  private long number(String name) {
    try {
      return Long.parseLong(attribute(name));
    } catch (NumberFormatException e) {
      throw fault("%s is '%s', which is not a number".formatted(name, attribute(name)));
    }
  }

  private Fault fault(String what) {
    return ToolFile.fault(file, line, what);
  }

  private Fault cutOff(XMLStreamException e) {
    long at = e.getLocation() == null ? line : e.getLocation().getLineNumber();
    return ToolFile.fault(file, at, "no whole XML, it may be cut off: " + e.getMessage());
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
