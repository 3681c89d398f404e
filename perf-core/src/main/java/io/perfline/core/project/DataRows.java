package io.perfline.core.project;

import java.util.List;

/**
 * Rows of values for the templates of a scenario, one a session.
 *
 * @param columns their names, the file's first line
 * @param rows each as long as the columns are; at least one
 * @param order which session takes which
 */
public record DataRows(List<String> columns, List<List<String>> rows, Order order) {

  /** Which session takes which row. */
  public enum Order {
    /** One after the other, from the first again behind the last. */
    IN_ORDER("in order"),
    /** Any. */
    RANDOM("random"),
    /** Each once: a session for which none is left fails. */
    ONCE("once");

    private final String word;

    Order(String word) {
      this.word = word;
    }

    /** As the file writes it. */
    @Override
    public String toString() {
      return word;
    }
  }
}
