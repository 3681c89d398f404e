package io.perfline.gate.report;

import java.util.ArrayList;
import java.util.List;

/** Collects the drawings of a page, each of them once. */
final class Images {

  private final List<Drawing> drawings = new ArrayList<>();

  void show(HtmlBuilder html, Drawing drawing) {
    FigureMarkup.figure(html, kept(drawing));
  }

  Drawing kept(Drawing drawing) {
    if (drawings.stream().noneMatch(other -> other.file().equals(drawing.file()))) {
      drawings.add(drawing);
    }
    return drawing;
  }

  List<Drawing> all() {
    return List.copyOf(drawings);
  }
}
