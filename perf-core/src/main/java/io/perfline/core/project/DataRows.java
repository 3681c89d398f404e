package io.perfline.core.project;

import java.util.List;

/**
 * Rows of values for the templates of a scenario, one per session.
 *
 * @param columns the names of the columns, from the file's first line
 * @param rows at least one row, each with a value for every column
 * @param order the order in which sessions take rows
 */
public record DataRows(List<String> columns, List<List<String>> rows, Order order) {

  /** The order in which sessions take rows. */
  public enum Order {
    /** Sessions take one row after another, and start again at the first row after the last one. */
    IN_ORDER("in order"),
    /** Sessions take random rows. */
    RANDOM("random"),
    /** Sessions take each row once; a session for which no row is left fails. */
    ONCE("once");

    private final String word;

    Order(String word) {
      this.word = word;
    }

    /** Returns the order as it is written in the file. */
    @Override
    public String toString() {
      return word;
    }
  }
}
