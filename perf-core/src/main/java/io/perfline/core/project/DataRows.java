package io.perfline.core.project;

import java.util.List;

/**
 * Rows of values for the templates of a scenario, one per session.
 *
 * @param columns their names, the file's first line
 * @param rows each with a value for every column; at least one
 * @param order the order in which sessions take rows
 */
public record DataRows(List<String> columns, List<List<String>> rows, Order order) {

  /** The order in which sessions take rows. */
  public enum Order {
    /** Sessions take one row after the other, from the first again after the last. */
    IN_ORDER("in order"),
    /** Sessions take random rows. */
    RANDOM("random"),
    /** Sessions take each row once: a session for which none is left fails. */
    ONCE("once");

    private final String word;

    Order(String word) {
      this.word = word;
    }

    /** Returns the order as the file writes it. */
    @Override
    public String toString() {
      return word;
    }
  }
}
