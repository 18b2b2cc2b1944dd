package dev.weir.cluster.internal.rpc;

import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Writes the fields of a message for a stream, one after the other. */
public interface StreamOutput {
  StreamOutput flag(boolean value);

  StreamOutput number(int value);

  StreamOutput number(long value);

  StreamOutput text(String text);

  /** A count, then the texts. */
  StreamOutput texts(List<String> texts);

  /** Type, shape and elements; a large tensor's elements follow the message. */
  StreamOutput tensor(Tensor tensor);

  /** A count, then name and tensor of each. */
  StreamOutput named(List<NamedValue> tensors);
}
