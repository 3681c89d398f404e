package io.perfline.core.project;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.util.List;

/** Reads comma-separated values (RFC 4180). */
final class CsvRows {

  private CsvRows() {}

  /**
   * Returns the rows, of which the first contains the names of the columns.
   *
   * @param text the text of the file; null if the file is not text
   * @throws IllegalArgumentException with an explanation, if the text is not valid
   */
  static List<List<String>> of(String text) {
    if (text == null) {
      throw new IllegalArgumentException("it is not UTF-8");
    }
    List<List<String>> rows = rows(text.startsWith("\uFEFF") ? text.substring(1) : text);
    if (rows.size() < 2) {
      throw new IllegalArgumentException("it needs a line of names and a row below it");
    }
    for (int i = 1; i < rows.size(); i++) {
      if (rows.get(i).size() != rows.get(0).size()) {
        throw new IllegalArgumentException(
            "row %d has %d values, its columns are %d"
                .formatted(i, rows.get(i).size(), rows.get(0).size()));
      }
    }
    return rows;
  }

  /**
   * Returns the rows. Semicolons are the separators if the column names contain semicolons and no
   * comma.
   */
  private static List<List<String>> rows(String text) {
    String names = text.lines().findFirst().orElse("");
    boolean semicolons = names.contains(";") && !names.contains(",");
    try {
      return CsvReader.builder()
          .fieldSeparator(semicolons ? ';' : ',')
          .allowExtraFields(true)
          .allowMissingFields(true)
          .allowUnclosedQuote(false)
          .ofCsvRecord(text)
          .stream()
          .map(CsvRecord::getFields)
          .toList();
    } catch (CsvParseException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
