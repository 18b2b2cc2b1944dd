package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.WeirException;
import io.grpc.Status;

/** Failures as gRPC statuses; the numeric codes are the same. */
final class GrpcStatuses {
  private GrpcStatuses() {}

  static Status of(WeirException failure) {
    return Status.fromCodeValue(failure.code().number())
        .withDescription(RpcFailures.message(failure));
  }
}
