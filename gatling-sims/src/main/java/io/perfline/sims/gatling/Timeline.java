package io.perfline.sims.gatling;

import io.perfline.core.run.LogEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The seconds of a load, from the first instant that counts, with the number of users in each. */
final class Timeline {

  private static final int MILLIS = 1000;

  private final long from;
  private long last;
  private final List<SecondTally> seconds = new ArrayList<>();
  private final List<LogEvent.User> users;

  /** Creates a timeline up to at least {@code until}, in milliseconds since the epoch. */
  Timeline(long from, long until, List<LogEvent.User> users) {
    this.from = from;
    this.users = users.stream().sorted(Comparator.comparingLong(LogEvent.User::at)).toList();
    at(until - 1);
  }

  /** Returns the second that contains {@code instant}, which is {@code from} or later. */
  SecondTally at(long instant) {
    last = Math.max(last, instant);
    int index = (int) ((instant - from) / MILLIS);
    while (seconds.size() <= index) {
      seconds.add(new SecondTally());
    }
    return seconds.get(index);
  }

  /**
   * Returns all seconds, each with its largest number of simultaneous users. The last one ends with
   * its last response.
   */
  List<SecondTally> seconds() {
    long lastLength = last + 1 - from - (seconds.size() - 1) * (long) MILLIS;
    long end = from + seconds.size() * (long) MILLIS;
    int present = 0;
    long second = from;
    for (LogEvent.User user : users) {
      for (; second <= user.at() && second < end; second += MILLIS) {
        at(second).users(present);
      }
      present += change(user);
      if (user.at() >= from && user.at() < end) {
        at(user.at()).users(present);
      }
    }
    for (; second < end; second += MILLIS) {
      at(second).users(present);
    }
    seconds.get(seconds.size() - 1).lasted(lastLength / (double) MILLIS);
    return seconds;
  }

  /** Returns the number of users that had started and not ended when the log ended. */
  int left() {
    return users.stream().mapToInt(Timeline::change).sum();
  }

  private static int change(LogEvent.User user) {
    return user.started() ? 1 : -1;
  }
}
