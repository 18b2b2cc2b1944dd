package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.StreamInput;
import dev.weir.cluster.internal.rpc.StreamOutput;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.WeirException;

/** Failures as streams carry them: the seam for structured errors. */
final class StreamFailures {
  private StreamFailures() {}

  static void write(WeirException failure, StreamOutput out) {
    out.number(failure.code().number()).text(RpcFailures.message(failure));
  }

  static WeirException read(StreamInput in) {
    return RpcFailures.of(in.number(), in.text());
  }
}
