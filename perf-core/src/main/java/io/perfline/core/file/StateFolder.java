package io.perfline.core.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The places in {@code .perf}, the folder in which perfline keeps its state of a project. This is
 * the only declaration of the layout.
 */
public enum StateFolder {
  BASELINES("baselines", "perfline ci", Use.REPLACEABLE, "builds of commits"),
  RUNNING("running", "perfline ci", Use.REPLACEABLE, "copies of builds that commands run in"),
  SIDES("sides", "perfline ci", Use.REPLACEABLE, "files of the two builds of a comparison"),
  TOMCATS("tomcats", "perfline ci", Use.REPLACEABLE, "Tomcats of the two builds of a comparison"),
  CASE_SERVERS("own", "perfline run", Use.REPLACEABLE, "servers of single cases"),
  DRAIN("drain", "perfline drain", Use.REPLACEABLE, "the Tomcat that perfline drain stops"),
  TRY("try", "perfline try", Use.REPLACEABLE, "logs of the service"),
  PREPARED("prepared", "perfline run", Use.REPLACEABLE, "prepared data of what services need"),
  CACHE("cache", "perfline stack up", Use.REPLACEABLE, "downloaded servers"),

  HISTORY(StateFolder.DEFAULT_HISTORY_NAME, "perfline publish", Use.RESULT, "the history"),
  VERDICTS("verdicts", "perfline ci", Use.RESULT, "verdicts, by which baselines are chosen"),
  DEPLOYMENTS(
      "deployments",
      "perfline ci",
      Use.RESULT,
      "how much equal builds differ, which shortens loads"),
  DURATIONS("durations.json", "perfline ci", Use.RESULT, "how long earlier builds took"),
  PROVE(
      "prove",
      "perfline prove",
      Use.RESULT,
      "verdicts of perfline prove, which continues from them"),
  BISECT("bisect.json", "perfline bisect", Use.RESULT, "an interrupted search"),
  SELF_TEST("selftest", "perfline-dev selftest", Use.RESULT, "verdicts of the self-test"),
  DEPLOYED("deployed", "perfline deploy", Use.RESULT, "the last WAR that worked, for a rollback"),
  CHANGED_BY_BUILD(
      "changed-by-build", "perfline ci", Use.RESULT, "which files of git the build rewrites"),
  STACK("stack", "perfline stack up", Use.RESULT, "the local stack, with its history"),

  STACK_VARIABLES("stack/stack.env", "perfline stack up", Use.IN_USE, "its ports and passwords"),
  STACK_HISTORY("stack/influxdb", "perfline stack up", Use.RESULT, "its history"),
  STACK_TOMCAT_LOGS("stack/tomcat/logs", "perfline stack up", Use.IN_USE, "logs of its Tomcat"),
  STACK_DEPLOYED(
      "stack/tomcat/deployed",
      "perfline deploy",
      Use.IN_USE,
      "the last WAR that worked in its Tomcat"),

  PROCESSES("processes", "perfline run", Use.IN_USE, "processes to end if the command is killed"),
  NEEDS("needs", "perfline run", Use.IN_USE, "data of what a service needs during its load"),
  LOCK("lock", "perfline run", Use.IN_USE, "the lock of the command that measures");

  /** Who needs a place, and so whether it may be deleted. */
  public enum Use {
    /** It is made anew when it is needed. */
    REPLACEABLE,
    /** It contains what was measured or found, or the state of something unfinished. */
    RESULT,
    /** Running processes need it, and their command deletes it. */
    IN_USE
  }

  private static final String DEFAULT_HISTORY_NAME = "history";

  private static final String NAME = ".perf";

  /** The default folder of the history, relative to the project. */
  public static final String DEFAULT_HISTORY = NAME + "/" + DEFAULT_HISTORY_NAME;

  /** The file that keeps the folder out of git, see {@link FileTree#leaveOutOfGit}. */
  private static final String IGNORED = ".gitignore";

  private final String name;
  private final String owner;
  private final Use use;
  private final String content;

  StateFolder(String name, String owner, Use use, String content) {
    this.name = name;
    this.owner = owner;
    this.use = use;
    this.content = content;
  }

  /** Returns {@code .perf} itself. */
  public static Path of(Path home) {
    return home.resolve(NAME);
  }

  /**
   * Returns the place.
   *
   * @param home the project's folder
   */
  public Path in(Path home) {
    return of(home).resolve(name);
  }

  /** Returns the command that writes the place. */
  public String owner() {
    return owner;
  }

  public Use use() {
    return use;
  }

  /** Describes what the place contains, for people. */
  public String content() {
    return content;
  }

  /** Returns the places that are not part of another one. */
  public static List<StateFolder> whole() {
    return Stream.of(values()).filter(place -> !place.name.contains("/")).toList();
  }

  /** Finds the place that is called so in {@code .perf}; empty for another file there. */
  public static Optional<StateFolder> named(String name) {
    return whole().stream().filter(place -> place.name.equals(name)).findFirst();
  }

  /** Returns whether a file in {@code .perf} belongs to the folder itself. */
  public static boolean isOfFolder(String name) {
    return name.equals(IGNORED);
  }

  /** Returns whether git's path of a file leads through a folder {@code .perf}. */
  public static boolean contains(String path) {
    return path.startsWith(NAME + "/") || path.contains("/" + NAME + "/");
  }
}
