package io.perfline.cli.pipeline;

import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The commit from which these classes were built, for {@code ./perfline --version}. */
public final class BuildVersion implements IVersionProvider {

  private static final String UNKNOWN = "unknown";
  private static final String VERSION = "git.build.version";
  private static final String UNVERSIONED = "unversioned";

  private final Properties noted = new Properties();

  public BuildVersion() {
    try (InputStream file = BuildVersion.class.getResourceAsStream("/perfline.properties")) {
      if (file != null) {
        noted.load(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read what perfline was built from", e);
    }
  }

  /** Returns the commit, followed by {@code dirty} if the work tree had changes. */
  public String commit() {
    return noted.getProperty("git.commit.id.full", UNKNOWN) + (isDirty() ? " dirty" : "");
  }

  /** Returns the version with the first digits of its commit. */
  public String abbreviated() {
    return "%s (%s%s)"
        .formatted(
            noted.getProperty(VERSION, UNKNOWN),
            CommitId.shortened(noted.getProperty("git.commit.id.full", UNKNOWN)),
            isDirty() ? ", changed" : "");
  }

  private boolean isDirty() {
    return Boolean.parseBoolean(noted.getProperty("git.dirty"));
  }

  /** Returns the first digits of the commit that is checked out. */
  static String shortCommit(Checkout project) {
    return project.commit("HEAD").map(CommitId::shortened).orElse(UNVERSIONED);
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "perfline %s, commit %s".formatted(noted.getProperty(VERSION, UNKNOWN), commit())
    };
  }
}
