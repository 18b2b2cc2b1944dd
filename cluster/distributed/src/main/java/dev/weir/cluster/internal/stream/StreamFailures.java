package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.wire.ErrorCodec;
import dev.weir.error.WeirException;

/** Failures as streams carry them: with all fields. */
final class StreamFailures {
  private StreamFailures() {}

  static void write(WeirException failure, MessageOut out) {
    out.bytes(ErrorCodec.write(failure));
  }

  static WeirException read(MessageIn in) {
    return ErrorCodec.read(in.bytes());
  }
}
