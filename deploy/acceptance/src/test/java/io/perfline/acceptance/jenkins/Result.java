package io.perfline.acceptance.jenkins;

/** How a build ends in Jenkins; a result only ever gets worse. */
enum Result {
  SUCCESS,
  UNSTABLE,
  FAILURE;

  Result worseOf(Result other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
