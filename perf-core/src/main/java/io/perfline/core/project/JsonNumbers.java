package io.perfline.core.project;

import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds and checks the values that a JSON template inserts as numbers. */
final class JsonNumbers {

  static final String REMEDY = "leave out !number to use it as a text";

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private JsonNumbers() {}

  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /** Returns the names in a JSON template that are outside of quotes. */
  static List<String> names(TextTemplate json) {
    List<String> names = new ArrayList<>();
    boolean quoted = false;
    for (int i = 0; i < json.parts().size(); i++) {
      String part = json.parts().get(i);
      if (i % 2 == 0) {
        quoted ^= part.replaceAll("\\\\.", "").chars().filter(one -> one == '"').count() % 2 == 1;
      } else if (!quoted) {
        names.add(part);
      }
    }
    return names;
  }

  /**
   * Checks that the columns which are inserted as numbers contain a number in each row.
   *
   * @param rows the rows of data; null for none
   */
  static void check(TextTemplate json, DataRows rows, ParsedObject parsed) {
    for (String name : names(json)) {
      String fault = name.equals(TextTemplate.UUID) ? "${uuid} is not a number" : null;
      int column = rows == null ? -1 : rows.columns().indexOf(name);
      for (int row = 0; column >= 0 && fault == null && row < rows.rows().size(); row++) {
        if (!isNumber(rows.rows().get(row).get(column))) {
          fault =
              "the value of the column '%s' is not a number of JSON in row %d of the data: correct"
                      .formatted(name, row + 1)
                  + " the row";
        }
      }
      if (fault != null) {
        parsed.context().fault(json.position(), fault + ", or " + REMEDY);
      }
    }
  }
}
