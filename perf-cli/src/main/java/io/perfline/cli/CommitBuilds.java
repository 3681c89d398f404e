package io.perfline.cli;

import java.nio.file.Path;
import java.util.List;

/** What is built of commits, and how two of them are loaded beside each other. */
interface CommitBuilds {

  /** Folder in which runs and what a search remembers are kept. */
  Path home();

  /** The limits, where none were named. */
  Path thresholds();

  /** The words by which {@code run} is told what this is, whatever commit. */
  List<String> words();

  /**
   * Has the servers run that the builds need.
   *
   * @param environment the option {@code --environment}, or nothing
   * @return the same for {@code run}
   */
  List<String> setUp(List<String> environment, Steps steps, OwnStack stack)
      throws InterruptedException;

  /**
   * Has a commit built, unless it was.
   *
   * @return what it runs, as a text that is the same for the same classes, libraries and resources
   * @throws io.perfline.core.command.Fault exit code 3 when it doesn't build
   * @throws InterruptedException when its build was ended, which says nothing of the commit
   */
  String content(String commit) throws InterruptedException;

  /** The words by which {@code run} is told to measure a commit beside another. */
  List<String> beside(String commit, String other) throws InterruptedException;
}
