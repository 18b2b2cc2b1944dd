package dev.weir.cluster.internal.rpc;

import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Reads the fields of a message from a stream, in the order in which they were written. */
public interface StreamInput {
  boolean flag();

  int number();

  long longNumber();

  /** How many items follow. */
  int count();

  String text();

  List<String> texts();

  Tensor tensor();

  /** A tensor in compressed form: the compressed bytes, until all of them have arrived. */
  Tensor compressedTensor();

  List<NamedValue> named();
}
