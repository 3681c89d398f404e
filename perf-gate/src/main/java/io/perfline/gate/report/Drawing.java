package io.perfline.gate.report;

import io.perfline.core.run.RawMaterial;
import java.awt.Dimension;
import java.awt.geom.Rectangle2D;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYDataset;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A chart as SVG. Batik writes colours as attributes instead of styles, so the picture is right
 * even if a content policy blocks styles.
 *
 * @param file the name of the file in the folder of the report
 * @param description the caption
 * @param data the data as text, for people who can't see the chart; empty if the page contains them
 * @param svg the whole document
 */
record Drawing(String file, String description, String data, String svg) {

  static final int WIDTH = 760;
  static final int HEIGHT = 320;

  private static final String NAMESPACE = "http://www.w3.org/2000/svg";

  /** The maximum number of points per series in the alternative text. */
  private static final int MAX_POINTS = 9;

  static Drawing of(String file, String description, JFreeChart chart) {
    try {
      Document document =
          DocumentBuilderFactory.newDefaultInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument(NAMESPACE, "svg", null);
      SVGGraphics2D graphics = new SVGGraphics2D(document);
      graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
      chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
      Element svg = graphics.getRoot();
      svg.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT);
      svg.setAttribute("font-family", "system-ui, sans-serif");
      Element title = document.createElementNS(NAMESPACE, "title");
      title.setTextContent(description);
      svg.insertBefore(title, svg.getFirstChild());
      return new Drawing(file, description, shownText(chart), serialized(svg));
    } catch (ParserConfigurationException | TransformerException e) {
      throw new IllegalStateException("cannot draw " + file, e);
    }
  }

  /** Returns the alternative text for screen readers. */
  String alternative() {
    return data.isEmpty() ? description : description + ": " + data;
  }

  /** Returns a file name for a drawing of a case: {@code kafka_batch_256.svg} after a prefix. */
  static String fileName(String prefix, String name) {
    return "%s-%s.svg".formatted(prefix, RawMaterial.fileName(name));
  }

  private static String serialized(Element svg) throws TransformerException {
    Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    StringWriter out = new StringWriter();
    transformer.transform(new DOMSource(svg), new StreamResult(out));
    return out.toString();
  }

  /** Returns text such as {@code http/record: 0 % 1.2, 90 % 3.4, 99 % 17} for each series. */
  private static String shownText(JFreeChart chart) {
    XYPlot plot = chart.getXYPlot();
    XYDataset data = plot.getDataset();
    List<String> lines = new ArrayList<>();
    for (int series = 0; series < data.getSeriesCount(); series++) {
      int count = data.getItemCount(series);
      List<String> points = new ArrayList<>();
      for (int item : spread(count)) {
        points.add(
            text(plot.getDomainAxis(), data.getXValue(series, item))
                + ": "
                + text(plot.getRangeAxis(), data.getYValue(series, item)));
      }
      lines.add(data.getSeriesKey(series) + " " + String.join(", ", points));
    }
    return String.join("; ", lines);
  }

  /** Returns the first index, the last one, and some at regular distances between them. */
  private static int[] spread(int count) {
    int points = Math.min(count, MAX_POINTS);
    return IntStream.range(0, points)
        .map(i -> points == 1 ? 0 : Math.round((count - 1f) * i / (points - 1)))
        .toArray();
  }

  private static String text(ValueAxis axis, double value) {
    return axis instanceof DecadeAxis decades ? decades.text(value) : NumberFormats.plain(value);
  }
}
