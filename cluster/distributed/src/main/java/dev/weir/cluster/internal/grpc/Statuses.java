package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.Failures;
import dev.weir.error.WeirException;
import io.grpc.Status;

/** Failures as the status of a call; the numbers of the codes are the same. */
final class Statuses {
  private Statuses() {}

  static Status of(WeirException failure) {
    return Status.fromCodeValue(failure.code().number()).withDescription(Failures.message(failure));
  }
}
