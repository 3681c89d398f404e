package io.perfline.acceptance.jenkins;

/** Result of a Jenkins build, which can only get worse. */
enum Result {
  SUCCESS,
  UNSTABLE,
  FAILURE;

  Result worseOf(Result other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
