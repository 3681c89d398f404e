package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The memory of both builds of a comparison, read during the load of each deployment.
 *
 * @param deployments empty if the memory of neither build can be read
 * @param source the source of the figures, or the reason why there are none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ServerMemory(List<OfDeployment> deployments, String source) implements CaseDetail {

  /** The figures of the memory of a build in a deployment. */
  public enum Figure {
    /** The last live set, after as many messages as the build with fewer messages handled. */
    LIVE_SET,
    /** The bytes by which the live set grows per message. */
    GROWTH,
    /** The peak of the process. */
    FOOTPRINT,
    HEAP_PEAK;

    public boolean isKnown(OfBuild build) {
      return switch (this) {
        case LIVE_SET, GROWTH -> !build.liveSets().isEmpty();
        case FOOTPRINT -> build.peakBytes() != null;
        case HEAP_PEAK -> build.heapPeakBytes() != null;
      };
    }

    private double of(OfBuild build, OfBuild other) {
      if (build == null || other == null || !isKnown(build)) {
        return Double.NaN;
      }
      return switch (this) {
        case LIVE_SET -> build.liveSetAfter(Math.min(build.messages(), other.messages()));
        case GROWTH -> build.growth();
        case FOOTPRINT -> build.peakBytes();
        case HEAP_PEAK -> build.heapPeakBytes();
      };
    }
  }

  /**
   * The memory in one deployment.
   *
   * @param deployment its number, from 1
   * @param candidate null if a reading failed
   * @param baseline null if a reading failed
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record OfDeployment(int deployment, OfBuild candidate, OfBuild baseline) {

    /** Returns the live sets without the peaks. */
    public OfDeployment withoutPeaks() {
      return new OfDeployment(deployment, withoutPeaks(candidate), withoutPeaks(baseline));
    }

    private static OfBuild withoutPeaks(OfBuild build) {
      return build == null ? null : new OfBuild(build.liveSets(), null, null);
    }

    /** Returns a figure of one build, in bytes; NaN if it is not known. */
    public double value(Figure figure, boolean ofCandidate) {
      return ofCandidate ? figure.of(candidate, baseline) : figure.of(baseline, candidate);
    }
  }

  /**
   * A live set: the heap in use after a full collection.
   *
   * @param messages the messages that the build had handled since it was deployed, in all cases and
   *     warm-ups
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record LiveSet(long messages, long bytes) {}

  /**
   * The memory of one build in one deployment.
   *
   * @param liveSets the live sets after the warm-up, halfway, and at the end of the load of the
   *     case; empty if the server is not a JVM that can be asked for them
   * @param peakBytes the largest resident set of the process since it started; null if the system
   *     doesn't report it
   * @param heapPeakBytes the sum of the largest uses of all parts of the heap since the process
   *     started; null if the server is not a JVM that can be asked for it
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record OfBuild(List<LiveSet> liveSets, Long peakBytes, Long heapPeakBytes) {
    public OfBuild {
      liveSets = List.copyOf(liveSets);
    }

    /**
     * Returns the growth of the live set in bytes per message: the smallest slope between two
     * readings, because a leak grows all the time, but a cache that fills or a table that doubles
     * doesn't. NaN if it is not known.
     */
    double growth() {
      double least = Double.POSITIVE_INFINITY;
      for (int i = 1; i < liveSets.size(); i++) {
        LiveSet from = liveSets.get(i - 1);
        LiveSet to = liveSets.get(i);
        long messages = to.messages() - from.messages();
        least = messages <= 0 ? Double.NaN : Math.min(least, slope(from, to, messages));
      }
      return liveSets.size() < 2 ? Double.NaN : least;
    }

    private static double slope(LiveSet from, LiveSet to, long messages) {
      return (to.bytes() - from.bytes()) / (double) messages;
    }

    /** Returns the messages of the last live set; 0 if there is none. */
    long messages() {
      return liveSets.isEmpty() ? 0 : last().messages();
    }

    /**
     * Returns the last live set as it would be after a number of messages, as far as it grows; NaN
     * if it is not known.
     */
    double liveSetAfter(long messages) {
      if (liveSets.isEmpty()) {
        return Double.NaN;
      }
      double growth = growth();
      long more = messages - last().messages();
      return last().bytes() + (growth > 0 ? growth * more : 0);
    }

    private LiveSet last() {
      return liveSets.get(liveSets.size() - 1);
    }
  }

  public ServerMemory {
    deployments = List.copyOf(deployments);
  }

  /**
   * Returns a figure of the candidate over all deployments: the largest of peaks, and the mean of
   * the others. NaN if it is not known of all.
   */
  public double ofCandidate(Figure figure) {
    DoubleStream values = deployments.stream().mapToDouble(one -> one.value(figure, true));
    boolean peak = figure == Figure.FOOTPRINT || figure == Figure.HEAP_PEAK;
    return (peak ? values.max() : values.average()).orElse(Double.NaN);
  }

  /** Adds the deployments of a further round. */
  public ServerMemory plus(ServerMemory more) {
    return new ServerMemory(
        Stream.concat(deployments.stream(), more.deployments.stream()).toList(),
        source.equals(more.source) ? source : source + "; " + more.source);
  }
}
