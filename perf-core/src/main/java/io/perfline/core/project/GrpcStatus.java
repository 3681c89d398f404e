package io.perfline.core.project;

import java.util.Optional;
import java.util.stream.Stream;

/** The gRPC status codes, in the order of their numbers. */
public enum GrpcStatus {
  OK,
  CANCELLED,
  UNKNOWN,
  INVALID_ARGUMENT,
  DEADLINE_EXCEEDED,
  NOT_FOUND,
  ALREADY_EXISTS,
  PERMISSION_DENIED,
  RESOURCE_EXHAUSTED,
  FAILED_PRECONDITION,
  ABORTED,
  OUT_OF_RANGE,
  UNIMPLEMENTED,
  INTERNAL,
  UNAVAILABLE,
  DATA_LOSS,
  UNAUTHENTICATED;

  static Optional<GrpcStatus> named(String name) {
    return Stream.of(values()).filter(status -> status.name().equals(name)).findFirst();
  }

  /** Returns whether a status is a gRPC status rather than an HTTP status. */
  public static boolean isOne(int status) {
    return status >= 0 && status < values().length;
  }

  /**
   * Returns a status as users write it: a gRPC status as its name, and an HTTP status as its
   * number.
   */
  public static String text(int status) {
    return isOne(status) ? values()[status].name() : Integer.toString(status);
  }
}
