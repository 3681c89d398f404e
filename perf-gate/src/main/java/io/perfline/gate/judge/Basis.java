package io.perfline.gate.judge;

/** The data on which a comparison is based. */
public sealed interface Basis {

  <T> T in(Form<T> form);

  /** A form of all kinds. The compiler refuses one that forgets a kind. */
  interface Form<T> {
    T of(Pairs basis);

    T of(Deployments basis);

    T of(Runs basis);

    T of(RunsOfZero basis);
  }

  /**
   * Pairs of slices.
   *
   * @param swapped false if the builds never swapped places
   * @param events the numbers of rare events; null for other metrics
   * @param sharedCpu true if the CPU time is that of a process that runs both builds
   */
  record Pairs(int pairs, long deployments, boolean swapped, Events events, boolean sharedCpu)
      implements Basis {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  /** The numbers of rare events and of what they could have happened to, of both builds. */
  record Events(long candidate, long candidateOf, long baseline, long baselineOf) {}

  record Deployments(int count) implements Basis {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  /**
   * Earlier runs, with the values before and now.
   *
   * @param levelChanged true if they begin with a change of level
   */
  record Runs(int count, boolean levelChanged, Double before, double now, String unit)
      implements Basis {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  /** Earlier runs of a metric that is 0 now. */
  record RunsOfZero(int count, String branch, boolean allZero) implements Basis {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }
}
