package dev.weir.fuzz.parse;

import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;

/** {@code TensorProto}. */
final class TensorTarget implements ParserTarget {
  /** What elements that are not in the input may add, so that a large shape is no finding. */
  private static final long EXPANSION = 16 << 20;

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    seeds.add(TensorFiles.toBinary(Tensors.vector(1f, 2f, 3f)));
    seeds.add(TensorFiles.toBinary(Tensors.vector("a", "", "longer")));
    for (DType dtype : DType.values()) {
      if (!dtype.isObject()) {
        seeds.add(TensorFiles.toBinary(Tensors.zeros(dtype, Shape.of(2, 2))));
      }
    }
    return seeds;
  }

  @Override
  public void parse(byte[] input) {
    Tensor tensor = TensorFiles.fromBinary(input, EXPANSION);
    byte[] unused = TensorFiles.toBinary(tensor);
  }
}
