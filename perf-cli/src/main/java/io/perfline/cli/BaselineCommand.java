package io.perfline.cli;

import io.perfline.cli.baseline.BaselineChoice;
import io.perfline.cli.baseline.WarContent;
import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import io.perfline.deploy.tomcat.War;
import io.perfline.deploy.tomcat.WarBuild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./perf baseline}: finds what this commit is compared with, and has its WAR ready. */
@Command(
    name = "baseline",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the commit that this one is compared with, and builds its WAR, once.",
      "On a branch that is where it left the upstream's default branch, there it is the parent,",
      "and with uncommitted changes HEAD. The WAR is kept by commit in .perf/baselines."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:FILE says what to compare with, or why there is nothing",
      "2:--against is no commit and no WAR",
      "3:what --against names could not be built"
    })
public final class BaselineCommand implements Callable<Integer> {

  private static final String CANDIDATE = "perf-app/target/recorder.war";

  @Spec private CommandSpec spec;

  @Option(
      names = "--against",
      paramLabel = "REF|WAR|none",
      description =
          "A commit, branch or tag, the file of a WAR, or nothing; default, and when empty, as"
              + " above.")
  private String against;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Where to write what was found, for ./perf run --baseline FILE.")
  private Path file;

  private final Path home;
  private final KeptWars.Builder builder;

  /** As {@code ./perf} starts it. */
  public BaselineCommand() {
    this(Main.home(), KeptWars::packageCommit);
  }

  BaselineCommand(Path home, KeptWars.Builder builder) {
    this.home = home;
    this.builder = builder;
  }

  @Override
  public Integer call() throws InterruptedException {
    Checkout checkout = new Checkout(home);
    BaselineChoice choice =
        isAsked()
            ? BaselineChoice.asked(checkout, against)
            : BaselineChoice.found(checkout, System.getenv());
    BaselineFile found = ready(choice);
    found.write(file);
    say(found);
    keepCandidate();
    return 0;
  }

  /** The next commit is compared with this one: its WAR needn't be built a second time. */
  private void keepCandidate() throws InterruptedException {
    Path war = home.resolve(CANDIDATE);
    if (Files.exists(war)) {
      Optional<WarBuild> clean = War.read(war).build().filter(build -> !build.dirty());
      if (clean.isPresent()) {
        wars().keep(clean.get().commit(), war);
      }
    }
  }

  /** A build server passes an empty name as long as no commit was good. */
  private boolean isAsked() {
    return against != null && !against.isEmpty();
  }

  private BaselineFile ready(BaselineChoice choice) throws InterruptedException {
    if (!choice.exists()) {
      return nothing(choice);
    }
    Path war;
    try {
      war = choice.war() == null ? kept(choice) : choice.war();
    } catch (Fault doesNotBuild) {
      if (isAsked()) {
        throw doesNotBuild;
      }
      return nothing(choice.unusable(choice.told() + " does not build"));
    }
    RunBaseline baseline =
        new RunBaseline(choice.name(), choice.commit(), isAsked() ? "--against" : "found", null);
    return new BaselineFile(baseline, war.toAbsolutePath().toString(), unchanged(war));
  }

  private Path kept(BaselineChoice choice) throws InterruptedException {
    return wars().of(choice.commit(), choice.told());
  }

  private KeptWars wars() {
    return new KeptWars(home, builder, spec.commandLine().getOut());
  }

  private String unchanged(Path war) {
    WarContent candidate = WarContent.of(home.resolve(CANDIDATE));
    return candidate.equals(WarContent.of(war))
        ? "both WARs hold the same classes, libraries and resources"
        : null;
  }

  private static BaselineFile nothing(BaselineChoice choice) {
    String why = choice.problem() == null ? "--against none" : choice.problem();
    return new BaselineFile(new RunBaseline(choice.name(), null, "found", why), null, null);
  }

  private void say(BaselineFile found) {
    RunBaseline baseline = found.baseline();
    if (baseline.problem() != null) {
      out("compared with nothing: " + baseline.problem());
    } else {
      String commit = baseline.commit() == null ? "" : ", commit " + baseline.commit();
      out("compared with %s%s".formatted(baseline.name(), commit));
      if (found.unchanged() != null) {
        out("no load for comparing: " + found.unchanged());
      }
    }
  }

  private void out(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
