package io.perfline.gate.prove;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures the verdicts of a proof, each in its own folder. Existing verdicts are kept. */
public final class ProofSeries {

  private static final double SECONDS_PER_MINUTE = 60;
  private static final double SECONDS_PER_HOUR = 3600;

  /** The largest duration that is shown in minutes, in seconds. */
  private static final double LONG = 5400;

  /** The depth of the files of verdicts below the folder of a proof. */
  private static final int OF_ONE_PROOF = 3;

  /** The service on which verdicts are reached. */
  public interface Subject {

    /**
     * Measures and judges the service once.
     *
     * @param folder the folder of the run, which is empty
     * @throws io.perfline.core.command.Fault exit code 3 if nothing could be measured
     */
    ProvedVerdict verdict(ProvedChange change, Path folder)
        throws IOException, InterruptedException;
  }

  /**
   * The verdicts on one change.
   *
   * @param verdicts the verdicts in the order in which they were reached
   */
  public record Proved(ProvedChange change, List<ProvedVerdict> verdicts) {
    public Proved {
      verdicts = List.copyOf(verdicts);
    }
  }

  private final Path folder;
  private final Subject subject;
  private final PrintWriter out;
  private final List<Proved> done = new ArrayList<>();
  private int expected;
  private int printed;

  /**
   * Continues or begins a proof.
   *
   * @param folder the folder of all verdicts
   */
  public ProofSeries(Path folder, Subject subject, PrintWriter out) {
    this.folder = folder;
    this.subject = subject;
    this.out = out;
  }

  /** Returns the number of existing verdicts on a change. */
  public int count(ProvedChange change) {
    int count = 0;
    while (ProvedVerdict.readIfPresent(folder(change, count + 1)).isPresent()) {
      count++;
    }
    return count;
  }

  /**
   * Returns the mean duration of the existing verdicts in seconds, or of those of other proofs in
   * the same place; empty if there is none.
   */
  public Optional<Double> secondsPerVerdict() {
    return secondsPerVerdict(folder, OF_ONE_PROOF)
        .or(() -> secondsPerVerdict(folder.toAbsolutePath().getParent(), OF_ONE_PROOF + 1));
  }

  private static Optional<Double> secondsPerVerdict(Path place, int depth) {
    try (Stream<Path> files = Files.exists(place) ? Files.walk(place, depth) : Stream.empty()) {
      double[] seconds =
          files
              .filter(file -> file.endsWith(ProvedVerdict.NAME))
              .flatMap(file -> ProvedVerdict.readIfPresent(file.getParent()).stream())
              .mapToDouble(ProvedVerdict::seconds)
              .toArray();
      return seconds.length == 0 ? Optional.empty() : Optional.of(mean(seconds));
    } catch (IOException | Fault unreadable) {
      return Optional.empty(); // the forecast is less precise
    }
  }

  /** Announces the number of verdicts of the whole proof, so that the time left can be printed. */
  public void expect(int verdicts) {
    expected = verdicts;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /**
   * Measures and judges until there are {@code times} verdicts on the change, and returns them all.
   */
  public List<ProvedVerdict> run(ProvedChange change, int times)
      throws IOException, InterruptedException {
    List<ProvedVerdict> verdicts = new ArrayList<>();
    for (int number = 1; number <= times; number++) {
      Path one = folder(change, number);
      Optional<ProvedVerdict> measured = ProvedVerdict.readIfPresent(one);
      if (measured.isEmpty()) {
        FileTree.delete(one); // a verdict that was interrupted
        Files.createDirectories(one);
        measured = Optional.of(subject.verdict(change, one));
        measured.get().write(one);
      }
      verdicts.add(measured.get());
      print(change, number, times, measured.get());
    }
    done.add(new Proved(change, verdicts));
    return verdicts;
  }

  private void print(ProvedChange change, int number, int times, ProvedVerdict verdict) {
    printed++;
    out.printf(
        Locale.ROOT,
        "%s, verdict %d of %d: %s, %.1f min%s%n",
        change.title(),
        number,
        times,
        text(verdict),
        verdict.seconds() / SECONDS_PER_MINUTE,
        left());
    verdict.cases().forEach(one -> out.printf("  %s%n", figures(one)));
    out.flush();
  }

  private String left() {
    int left = expected - printed;
    return left <= 0
        ? ""
        : secondsPerVerdict()
            .map(each -> "; about %s left for %d more".formatted(duration(left * each), left))
            .orElse("");
  }

  /** Formats a duration, such as {@code 4.0 minutes} or {@code 2.5 hours}. */
  public static String duration(double seconds) {
    return seconds < LONG
        ? String.format(Locale.ROOT, "%.1f minutes", seconds / SECONDS_PER_MINUTE)
        : String.format(Locale.ROOT, "%.1f hours", seconds / SECONDS_PER_HOUR);
  }

  /** Describes the changes that were measured on a case, with their intervals. */
  private static String figures(ProvedCase one) {
    String limits =
        one.limits().stream()
            .filter(limit -> limit.value() != null)
            .map(ProofSeries::figures)
            .collect(Collectors.joining(", "));
    return "%s: %s".formatted(one.caseName(), limits.isEmpty() ? "no figures" : limits);
  }

  private static String figures(ProvedCase.ProvedLimit limit) {
    String unit = limit.isDifference() ? "" : " %";
    String interval =
        limit.low() == null
            ? ""
            : String.format(Locale.ROOT, " [%+.1f, %+.1f]", limit.low(), limit.high());
    return String.format(
        Locale.ROOT, "%s %+.1f%s%s", limit.metric(), limit.value(), unit, interval);
  }

  private static String text(ProvedVerdict verdict) {
    String word = verdict.decision().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    List<String> exceeded =
        verdict.cases().stream()
            .flatMap(
                one ->
                    one.limits().stream()
                        .filter(ProvedCase.ProvedLimit::exceeded)
                        .map(limit -> limit.metric() + " of " + one.caseName()))
            .distinct()
            .toList();
    Optional<String> problem =
        verdict.cases().stream().map(ProvedCase::problem).filter(text -> text != null).findFirst();
    return word
        + (exceeded.isEmpty() ? "" : " by " + String.join(", ", exceeded))
        + problem.map(": "::concat).orElse("");
  }

  /** Returns the verdicts of this run of the program, in the order of the changes. */
  public List<Proved> results() {
    return List.copyOf(done);
  }

  public Path folder(ProvedChange change, int number) {
    return folder.resolve(change.name()).resolve(String.format(Locale.ROOT, "%03d", number));
  }
}
