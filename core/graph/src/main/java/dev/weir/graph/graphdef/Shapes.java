package dev.weir.graph.graphdef;

import dev.weir.error.WeirException;
import dev.weir.schema.TensorShapeProto;
import dev.weir.tensor.Shape;

/** Reads and writes shapes. */
final class Shapes {
  private Shapes() {}

  static Shape read(TensorShapeProto proto) {
    if (proto.getUnknownRank()) {
      if (proto.getDimCount() > 0) {
        throw WeirException.invalidArgument(
            "a shape of unknown rank has no dimensions, got %d", proto.getDimCount());
      }
      return Shape.unknown();
    }
    long[] sizes = new long[proto.getDimCount()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = proto.getDim(i).getSize();
    }
    return Shape.of(sizes);
  }

  static TensorShapeProto write(Shape shape) {
    TensorShapeProto.Builder proto = TensorShapeProto.newBuilder();
    if (!shape.hasRank()) {
      return proto.setUnknownRank(true).build();
    }
    for (long size : shape.sizes()) {
      proto.addDim(TensorShapeProto.Dim.newBuilder().setSize(size));
    }
    return proto.build();
  }
}
