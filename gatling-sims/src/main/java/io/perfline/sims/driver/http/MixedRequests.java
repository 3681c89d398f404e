package io.perfline.sims.driver.http;

import io.perfline.sims.driver.RowNumbers;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** The sessions of a mix on one connection; each session runs one of several scenarios. */
final class MixedRequests implements Requests {

  private final List<ScenarioRequests> scenarios;
  private final SessionMix mix;
  private final RowNumbers numbers;
  private final int[] firstParts;
  private int index;
  private ScenarioRequests current;

  /**
   * @param numbers the numbers of the sessions of all connections
   */
  MixedRequests(List<ScenarioRequests> scenarios, SessionMix mix, RowNumbers numbers) {
    this.scenarios = List.copyOf(scenarios);
    this.mix = mix;
    this.numbers = numbers;
    firstParts = new int[scenarios.size()];
    for (int i = 1; i < firstParts.length; i++) {
      firstParts[i] = firstParts[i - 1] + scenarios.get(i - 1).parts();
    }
    current = scenarios.get(0);
  }

  @Override
  public void begin() {
    index = mix.of(numbers.next());
    current = scenarios.get(index);
    current.begin();
  }

  @Override
  public int parts() {
    return current.parts();
  }

  @Override
  public int firstPart() {
    return firstParts[index];
  }

  @Override
  public boolean measuresParts() {
    return true;
  }

  @Override
  public long pauseNanos() {
    return current.pauseNanos();
  }

  @Override
  public void write(OutputStream out, int part) throws IOException {
    current.write(out, part);
  }

  @Override
  public AnswerListener answer(int part) {
    return current.answer(part);
  }

  @Override
  public String failure(int part, int status) {
    return current.failure(part, status);
  }

  @Override
  public long payloadBytes() {
    return current.payloadBytes();
  }
}
