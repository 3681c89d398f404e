package io.perfline.core.run;

import java.util.List;

/** An event of Gatling's event log. All times are milliseconds since the epoch. */
public sealed interface LogEvent {

  /** A virtual user came ({@code started}) or went. */
  record User(String scenario, boolean started, long at) implements LogEvent {}

  /**
   * A request was answered or failed.
   *
   * @param groups the groups around it, outermost first
   * @param name its name
   * @param start the time at which Gatling started it
   * @param end last byte of the answer, or the failure
   * @param ok whether it passed all its checks
   * @param message the failure; empty if it passed
   */
  record Request(List<String> groups, String name, long start, long end, boolean ok, String message)
      implements LogEvent {
    public Request {
      groups = List.copyOf(groups);
    }

    public long millis() {
      return end - start;
    }
  }

  /**
   * A group was left: a page with all its resources.
   *
   * @param groups its name, with the groups around it in front
   * @param start the time at which it was entered
   * @param end the time at which it was left
   * @param cumulatedMillis its requests' times added up
   * @param ok whether all its requests passed
   */
  record Group(List<String> groups, long start, long end, int cumulatedMillis, boolean ok)
      implements LogEvent {
    public Group {
      groups = List.copyOf(groups);
    }

    public long millis() {
      return end - start;
    }
  }

  /** A request could not even be built, or the scenario failed. */
  record Crash(String message, long at) implements LogEvent {}
}
