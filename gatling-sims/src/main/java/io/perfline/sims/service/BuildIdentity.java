package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.deploy.stack.ServiceAnswers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds out which build runs at an instance: by the commit that the service reports, otherwise by
 * the digest of the files that its process was started with.
 */
record BuildIdentity(ServiceInstance instance, BuildOfService build) {

  /** Returns the commit, otherwise a digest, otherwise {@link Run#UNTOLD}. */
  String text() throws InterruptedException {
    return build.service().commit() == null
        ? digest().orElse(Run.UNTOLD)
        : new ServiceAnswers(instance.url(), build.authorization())
            .commit(build.service().commit());
  }

  /**
   * Returns the digest of what was started; empty where no file of it is known.
   *
   * @throws Fault (exit code 3) when the process runs another archive than the one of its build
   */
  Optional<String> digest() {
    Optional<Path> built = build.service().runs().map(build::file);
    Optional<StartedFiles> started =
        build.service().war() != null
            ? Optional.empty()
            : instance.process().map(process -> StartedFiles.of(process, build.folder()));
    if (built.isEmpty()) {
      return started
          .filter(some -> !some.files().isEmpty())
          .map(some -> FileDigest.of(some.files()));
    }
    String digest = FileDigest.of(built.get());
    if (started.isPresent()
        && StartedFiles.isArchive(built.get())
        && started.get().namesArchive()
        && !started.get().digests().contains(digest)) {
      throw Fault.noVerdict(
          "the %s runs %s, and none of these files is its artifact %s: does 'command' start what"
                  .formatted(build.name(), started.get().files(), built.get())
              + " 'build' makes in its own folder?");
    }
    return Optional.of(digest);
  }

  /**
   * Finds out whether two running builds are one: a build that is compared with itself, such as one
   * jar that both commands name by an absolute path, passes whatever the commit changed.
   *
   * @param differs what differs in their files, as far as that is known
   * @return what both report or consist of; empty when they differ
   * @throws Fault (exit code 3) when one of them runs another archive than its own
   */
  static Optional<String> common(BuildIdentity one, BuildIdentity other, List<String> differs)
      throws InterruptedException {
    boolean report =
        one.build.service().commit() != null
            && other.build.service().commit() != null
            && !one.build.isOfCommitOf(other.build);
    if (report) {
      return Optional.of(one.text()).filter(other.text()::equals);
    }
    Optional<String> digest = one.digest();
    boolean same = digest.equals(other.digest());
    return same && differs.isEmpty() && one.build.service().equals(other.build.service())
        ? digest
        : Optional.empty();
  }

  /** Describes the build and where it runs. */
  @Override
  public String toString() {
    return build.name() + " at " + instance.url();
  }
}
