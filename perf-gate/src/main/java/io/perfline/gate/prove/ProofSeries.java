package io.perfline.gate.prove;

import io.perfline.core.file.FileTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Measures the verdicts of a proof, each in its own folder. Existing verdicts are kept. */
public final class ProofSeries {

  private static final double SECONDS_PER_MINUTE = 60;

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
  public int there(ProvedChange change) {
    int count = 0;
    while (ProvedVerdict.readIfThere(folder(change, count + 1)).isPresent()) {
      count++;
    }
    return count;
  }

  /** Returns the mean duration of all existing verdicts in seconds; empty if there is none. */
  public Optional<Double> secondsPerVerdict() {
    try (Stream<Path> files = Files.exists(folder) ? Files.walk(folder, 3) : Stream.empty()) {
      double[] seconds =
          files
              .filter(file -> file.endsWith(ProvedVerdict.NAME))
              .flatMap(file -> ProvedVerdict.readIfThere(file.getParent()).stream())
              .mapToDouble(ProvedVerdict::seconds)
              .toArray();
      return seconds.length == 0 ? Optional.empty() : Optional.of(mean(seconds));
    } catch (IOException e) {
      return Optional.empty();
    }
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
      Optional<ProvedVerdict> there = ProvedVerdict.readIfThere(one);
      if (there.isEmpty()) {
        FileTree.delete(one); // a verdict that was interrupted
        Files.createDirectories(one);
        there = Optional.of(subject.verdict(change, one));
        there.get().write(one);
      }
      verdicts.add(there.get());
      print(change, number, times, there.get());
    }
    done.add(new Proved(change, verdicts));
    return verdicts;
  }

  private void print(ProvedChange change, int number, int times, ProvedVerdict verdict) {
    out.printf(
        Locale.ROOT,
        "%s, verdict %d of %d: %s, %.1f min%n",
        change.title(),
        number,
        times,
        text(verdict),
        verdict.seconds() / SECONDS_PER_MINUTE);
    out.flush();
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
