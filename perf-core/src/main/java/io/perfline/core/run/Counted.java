package io.perfline.core.run;

import java.util.Map;

/** Something with {@link Counts}, whose values are its own. */
public interface Counted {

  Counts counts();

  default long requests() {
    return counts().requests();
  }

  default long messages() {
    return counts().messages();
  }

  default long bytes() {
    return counts().bytes();
  }

  default Map<String, Long> errors() {
    return counts().errors();
  }

  default long errorCount() {
    return counts().errorCount();
  }

  default TimeDistribution responseTime() {
    return counts().responseTime();
  }

  default TimeDistribution serviceTime() {
    return counts().serviceTime();
  }
}
