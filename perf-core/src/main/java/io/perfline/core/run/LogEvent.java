package io.perfline.core.run;

import java.util.List;

/** An event of Gatling's event log. All times are milliseconds since the epoch. */
public sealed interface LogEvent {

  /** A virtual user has arrived ({@code started}) or left. */
  record User(String scenario, boolean started, long at) implements LogEvent {}

  /**
   * A request was answered or has failed.
   *
   * @param groups the groups that contain it, outermost first
   * @param start the time at which Gatling started it
   * @param end the time of the response's last byte, or of the failure
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
   * A user has left a group, which is a page with all its resources.
   *
   * @param groups the name of the group, preceded by those of the groups that contain it
   * @param start the time at which it was entered
   * @param end the time at which it was left
   * @param cumulatedMillis the sum of the times of its requests
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

  /** A request could not even be built, or the scenario has failed. */
  record Crash(String message, long at) implements LogEvent {}
}
