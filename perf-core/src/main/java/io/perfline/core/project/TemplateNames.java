package io.perfline.core.project;

import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.TextTemplate;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The names that the templates of a load may hold. */
final class TemplateNames {

  private final ParseContext context;
  private final boolean anything;
  private final Set<String> known = new HashSet<>(Set.of(TextTemplate.UUID, TextTemplate.NOW));

  /**
   * @param rows null when there are none
   * @param anything whether nobody knows, since the data are faulty
   */
  TemplateNames(ParseContext context, DataRows rows, boolean anything) {
    this.context = context;
    this.anything = anything;
    if (rows != null) {
      known.addAll(rows.columns());
    }
  }

  /** From here on these are known too: they were saved. */
  void add(Collection<String> saved) {
    known.addAll(saved);
  }

  /** Every name in it is a column, was saved before, or is a variable of the process. */
  void check(TextTemplate template) {
    if (template == null || anything) {
      return;
    }
    for (String name : template.names()) {
      if (!known.contains(name) && !TextTemplate.isVariable(name)) {
        context.fault(
            template.place(),
            ("${%s} is not a column of the data, not saved by an earlier request, and"
                        + " neither uuid")
                    .formatted(name)
                + " nor now; a variable of the process is written in capitals");
      }
    }
  }
}
