package io.perfline.core.project;

import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.TextTemplate;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The names that the templates of a load may contain. */
final class TemplateNames {

  private final ParsedObject parsed;
  private final boolean unknown;
  private final Set<String> known = new HashSet<>(Set.of(TextTemplate.UUID, TextTemplate.NOW));

  /**
   * @param rows the rows of data; null if there are none, or if they are invalid, so that their
   *     columns are unknown
   */
  TemplateNames(ParsedObject parsed, DataRows rows) {
    this.parsed = parsed;
    unknown = rows == null && parsed.isGiven("data");
    if (rows != null) {
      known.addAll(rows.columns());
    }
  }

  void add(Collection<String> saved) {
    known.addAll(saved);
  }

  void check(RequestBody body) {
    if (body != null) {
      body.templates().forEach(this::check);
    }
  }

  /** Checks that every name is a column, an earlier saved value, or a process variable. */
  void check(TextTemplate template) {
    if (template == null || unknown) {
      return;
    }
    for (String name : template.names()) {
      if (!known.contains(name) && !TextTemplate.isVariable(name)) {
        String message =
            "${%s} is not a column of the data, not saved by an earlier request, and neither uuid"
                    .formatted(name)
                + " nor now; a variable of the process is written in capitals";
        parsed.context().fault(template.position(), message);
      }
    }
  }
}
