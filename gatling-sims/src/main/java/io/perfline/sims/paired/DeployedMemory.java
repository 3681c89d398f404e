package io.perfline.sims.paired;

import io.perfline.core.run.ServerMemory.LiveSet;
import io.perfline.core.run.ServerMemory.OfBuild;
import io.perfline.core.run.ServerMemory.OfDeployment;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.server.MemoryMeter;
import io.perfline.sims.server.PairMeter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The memory of both builds during one deployment. A reading pauses the servers to collect their
 * garbage, so it is taken between slices and followed by load that is not counted.
 */
final class DeployedMemory {

  /** Reads no memory. */
  static final DeployedMemory NONE = new DeployedMemory(Optional.empty(), Optional.empty());

  private final Side candidate;
  private final Side baseline;
  private String failure = "";

  private DeployedMemory(Optional<MemoryMeter> ofCandidate, Optional<MemoryMeter> ofBaseline) {
    candidate = new Side(ofCandidate);
    baseline = new Side(ofBaseline);
  }

  /** Creates the readings of one deployment. */
  static DeployedMemory of(PairMeter meter) {
    return new DeployedMemory(meter.memory(true), meter.memory(false));
  }

  /** Returns whether the memory of at least one build can be read. */
  boolean isRead() {
    return candidate.meter.isPresent() || baseline.meter.isPresent();
  }

  Set<Long> processes() {
    return Stream.of(candidate, baseline)
        .flatMap(side -> side.meter.stream())
        .map(MemoryMeter::pid)
        .collect(Collectors.toSet());
  }

  /**
   * Counts messages as handled by the builds: those of the pairs of a tally from a number on, and
   * those with which a build caught up.
   */
  void handled(PairTally tally, int from) {
    candidate.messages += tally.takeCaughtUp(Pairs.CANDIDATE);
    baseline.messages += tally.takeCaughtUp(Pairs.BASELINE);
    for (SlicePair pair : tally.pairs().subList(from, tally.pairs().size())) {
      candidate.messages += pair.candidate().messages();
      baseline.messages += pair.baseline().messages();
    }
  }

  /** Reads the live sets of both builds; a failure ends the readings of the deployment. */
  void read() {
    if (failure.isEmpty()) {
      try {
        candidate.read();
        baseline.read();
      } catch (IOException e) {
        failure = e.getMessage();
      }
    }
  }

  /** Returns why a reading failed; empty if none did. */
  String failure() {
    return failure;
  }

  /** Returns the readings since the last call; empty if nothing can be read. */
  Optional<OfDeployment> taken(int deployment) {
    if (!isRead()) {
      return Optional.empty();
    }
    try {
      OfBuild ofCandidate = candidate.taken();
      OfBuild ofBaseline = baseline.taken();
      if (failure.isEmpty()) {
        return Optional.of(new OfDeployment(deployment, ofCandidate, ofBaseline));
      }
    } catch (IOException e) {
      failure = e.getMessage();
    }
    return Optional.of(new OfDeployment(deployment, null, null));
  }

  private static final class Side {

    private final Optional<MemoryMeter> meter;
    private final List<LiveSet> liveSets = new ArrayList<>();
    private long messages;

    Side(Optional<MemoryMeter> meter) {
      this.meter = meter;
    }

    void read() throws IOException {
      if (meter.isPresent()) {
        Long bytes = meter.get().liveSet();
        if (bytes != null) {
          liveSets.add(new LiveSet(messages, bytes));
        }
      }
    }

    /** Returns the readings since the last call, with the peaks until now. */
    OfBuild taken() throws IOException {
      List<LiveSet> all = List.copyOf(liveSets);
      liveSets.clear();
      return meter.isEmpty()
          ? new OfBuild(all, null, null)
          : new OfBuild(all, meter.get().peak(), meter.get().heapPeak(), meter.get().needs());
    }
  }
}
