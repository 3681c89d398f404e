package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
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

  /** The figures of the memory of one build in one deployment. */
  public enum Figure {
    /** The last live set, adjusted to the number of messages of the build that handled fewer. */
    LIVE_SET,
    /** The bytes by which the live set grows per message. */
    GROWTH,
    /** The peak of the process's resident set. */
    FOOTPRINT,
    HEAP_PEAK,
    /** The resident memory of the servers that the service needs. */
    NEED_FOOTPRINT;

    public boolean isKnown(OfBuild build) {
      return switch (this) {
        case LIVE_SET, GROWTH -> !build.liveSets().isEmpty();
        case FOOTPRINT -> build.peakBytes() != null;
        case HEAP_PEAK -> build.heapPeakBytes() != null;
        case NEED_FOOTPRINT -> !build.needBytes().isEmpty();
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
        case NEED_FOOTPRINT ->
            build.needBytes().values().stream().mapToDouble(Long::doubleValue).sum();
      };
    }
  }

  /**
   * The memory of both builds in one deployment.
   *
   * @param deployment the number of the deployment, from 1
   * @param candidate the memory of the candidate; null if a reading failed
   * @param baseline the memory of the baseline; null if a reading failed
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record OfDeployment(int deployment, OfBuild candidate, OfBuild baseline) {

    /** Returns the live sets without the peaks. */
    public OfDeployment withoutPeaks() {
      return new OfDeployment(deployment, withoutPeaks(candidate), withoutPeaks(baseline));
    }

    private static OfBuild withoutPeaks(OfBuild build) {
      return build == null ? null : new OfBuild(build.liveSets(), null, null, build.needBytes());
    }

    private OfDeployment ofNeed(String need) {
      return new OfDeployment(
          deployment,
          candidate == null ? null : candidate.ofNeed(need),
          baseline == null ? null : baseline.ofNeed(need));
    }

    /** Returns a figure of one build in bytes; NaN if it is unknown. */
    public double value(Figure figure, boolean ofCandidate) {
      return ofCandidate ? figure.of(candidate, baseline) : figure.of(baseline, candidate);
    }
  }

  /**
   * A live set, which is the heap in use after a full collection.
   *
   * @param messages the number of messages that the build had handled since its deployment, in all
   *     cases and warm-ups
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record LiveSet(long messages, long bytes) {}

  /**
   * The memory of one build in one deployment.
   *
   * @param liveSets the live sets after the warm-up, halfway, and at the end of the load of the
   *     case; empty if the server is not a JVM that can be asked for them
   * @param peakBytes the largest resident set of the process since it started; null if the
   *     operating system doesn't report it
   * @param heapPeakBytes the sum of the peaks of all heap areas since the process started; null if
   *     the server is not a JVM that can be asked for it
   * @param needBytes the resident memory of each server that the service needs, at the end of the
   *     load, by its name; shared memory is counted once
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record OfBuild(
      List<LiveSet> liveSets,
      Long peakBytes,
      Long heapPeakBytes,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> needBytes) {
    public OfBuild {
      liveSets = List.copyOf(liveSets);
      needBytes = needBytes == null ? Map.of() : Map.copyOf(needBytes);
    }

    /** Creates the memory of a build that needs no other servers. */
    public OfBuild(List<LiveSet> liveSets, Long peakBytes, Long heapPeakBytes) {
      this(liveSets, peakBytes, heapPeakBytes, Map.of());
    }

    private OfBuild ofNeed(String need) {
      return new OfBuild(liveSets, peakBytes, heapPeakBytes, ServerCost.only(need, needBytes));
    }

    /**
     * Returns the growth of the live set in bytes per message. It is the smallest slope between two
     * consecutive readings, because a leak grows continuously, whereas a cache fills up and a table
     * is resized only at times. NaN if it is unknown.
     */
    double growth() {
      double min = Double.POSITIVE_INFINITY;
      for (int i = 1; i < liveSets.size(); i++) {
        LiveSet from = liveSets.get(i - 1);
        LiveSet to = liveSets.get(i);
        long messages = to.messages() - from.messages();
        min = messages <= 0 ? Double.NaN : Math.min(min, slope(from, to, messages));
      }
      return liveSets.size() < 2 ? Double.NaN : min;
    }

    private static double slope(LiveSet from, LiveSet to, long messages) {
      return (to.bytes() - from.bytes()) / (double) messages;
    }

    /** Returns the number of messages at the last live set; 0 if there is none. */
    long messages() {
      return liveSets.isEmpty() ? 0 : last().messages();
    }

    /**
     * Returns the last live set extrapolated to a number of messages by its growth, if it grows;
     * NaN if there is none.
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
   * Returns a figure of the candidate over all deployments: the maximum for peaks, and the mean for
   * other figures. NaN if it is unknown for any deployment.
   */
  public double ofCandidate(Figure figure) {
    DoubleStream values = deployments.stream().mapToDouble(one -> one.value(figure, true));
    boolean peak = figure != Figure.LIVE_SET && figure != Figure.GROWTH;
    return (peak ? values.max() : values.average()).orElse(Double.NaN);
  }

  /** Returns the memory with that of only one of the servers that the service needs. */
  ServerMemory ofNeed(String need) {
    return new ServerMemory(deployments.stream().map(one -> one.ofNeed(need)).toList(), source);
  }

  /** Returns the memory with the deployments of a further round added. */
  public ServerMemory plus(ServerMemory more) {
    return new ServerMemory(
        Stream.concat(deployments.stream(), more.deployments.stream()).toList(),
        source.equals(more.source) ? source : source + "; " + more.source);
  }
}
