package io.perfline.gate.why;

/** What a method uses, or keeps a message waiting for. */
public enum Resource {
  /** Time on a processor, by samples, as long as what the threads' CPU clocks say together. */
  CPU("CPU", "µs"),
  /** Memory, by samples of allocations. */
  ALLOCATION("allocation", "B"),
  /** Time for which a thread wanted to go on and couldn't: a lock, a park, a sleep, a file. */
  WAIT("waiting", "µs");

  private final String word;
  private final String unit;

  Resource(String word, String unit) {
    this.word = word;
    this.unit = unit;
  }

  /** As people read it. */
  public String word() {
    return word;
  }

  /** Of an amount a message. */
  public String unit() {
    return unit;
  }

  /** {@code CPU, µs a message}. */
  public String perMessage() {
    return "%s, %s per message".formatted(word, unit);
  }
}
