package io.perfline.sims.driver.etcd;

import io.grpc.Status;
import java.util.concurrent.CompletionException;

/** The kinds that etcd's errors are counted by. */
final class EtcdErrors {

  private static final String OF_SERVER = "etcdserver: ";

  private EtcdErrors() {}

  /**
   * What etcd said, such as {@code request timed out} or {@code leader changed}; of an error of the
   * connection its status, such as {@code UNAVAILABLE}.
   */
  static String of(Throwable failure) {
    Throwable reason =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    Status status = Status.fromThrowable(reason);
    String said = status.getDescription();
    if (said != null && said.startsWith(OF_SERVER)) {
      return said.substring(OF_SERVER.length());
    }
    return status.getCode() == Status.Code.UNKNOWN
        ? reason.getClass().getSimpleName()
        : status.getCode().name();
  }
}
