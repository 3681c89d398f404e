package io.perfline.gate.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Stroke;
import java.util.List;

/**
 * Colours and strokes of the charts. The series' colours are those of Okabe and Ito, which people
 * with any colour vision can tell apart, dark enough for paper and light enough for a dark page;
 * their dashes tell them apart without any colour. On a dark page the page's style sheet turns the
 * whole picture: a style in the picture would be blocked where somebody opens it alone.
 */
final class Palette {

  static final Color INK = new Color(64, 64, 64);
  static final Color GRID = new Color(217, 217, 217);
  static final Color FAINT = new Color(150, 150, 150);
  static final Color LIMIT = new Color(192, 57, 43);

  private static final List<Color> SERIES =
      List.of(
          new Color(0, 114, 178),
          new Color(213, 94, 0),
          new Color(0, 158, 115),
          new Color(204, 121, 167),
          new Color(160, 130, 0),
          new Color(86, 160, 213));

  private static final List<float[]> DASHES =
      List.of(
          new float[] {1, 0}, new float[] {8, 4}, new float[] {2, 3}, new float[] {10, 3, 2, 3});

  private Palette() {}

  static Color series(int index) {
    return SERIES.get(index % SERIES.size());
  }

  /** All solid while colours last twice over, then dashed: each pair of both occurs once. */
  static Stroke stroke(int index) {
    return new BasicStroke(
        2f,
        BasicStroke.CAP_BUTT,
        BasicStroke.JOIN_ROUND,
        1f,
        DASHES.get(index % DASHES.size()),
        0f);
  }

  static Stroke limit() {
    return new BasicStroke(
        1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, new float[] {4, 3}, 0f);
  }

  static Stroke hairline() {
    return new BasicStroke(1f);
  }
}
