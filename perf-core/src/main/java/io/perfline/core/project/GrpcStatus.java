package io.perfline.core.project;

import java.util.Optional;
import java.util.stream.Stream;

/** The status codes of gRPC, in the order of their numbers. */
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

  /** Returns whether a status is one of gRPC, not one of HTTP. */
  public static boolean isOne(int status) {
    return status >= 0 && status < values().length;
  }

  /** Returns a status as people write it: the name of one of gRPC, the number of one of HTTP. */
  public static String text(int status) {
    return isOne(status) ? values()[status].name() : Integer.toString(status);
  }
}
