package io.perfline.proof.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Lets sides take turns: in each round every one of them once, in random order. */
final class InterleavedRun {

  private final Bounds bounds;
  private final Random random;

  InterleavedRun(Bounds bounds, Random random) {
    this.bounds = bounds;
    this.random = random;
  }

  /** The samples of each side, in the order of the sides; those of one round have one index. */
  List<List<Sample>> run(List<? extends Contender> sides) throws InterruptedException, IOException {
    for (Contender side : sides) {
      side.run(bounds.warmUp());
    }
    List<List<Sample>> samples = new ArrayList<>();
    sides.forEach(side -> samples.add(new ArrayList<>()));
    for (int round = 0; round < bounds.rounds(); round++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, sides.size()).boxed().toList());
      Collections.shuffle(order, random);
      for (int side : order) {
        samples.get(side).add(sides.get(side).run(bounds.turn()));
      }
    }
    return samples;
  }
}
