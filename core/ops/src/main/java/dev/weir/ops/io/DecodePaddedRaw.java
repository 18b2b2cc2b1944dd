package dev.weir.ops.io;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of every string, cut or filled with zeros to a fixed length, as numbers, which become a
 * last dimension.
 */
final class DecodePaddedRaw extends Op {
  DecodePaddedRaw() {
    super(
        "DecodePaddedRaw(input_bytes: string, fixed_length: int32) -> (output: out_type)"
            + " out_type:type in [half, float, double, int32, uint16, uint8, int16, int8, int64,"
            + " bfloat16]; little_endian:bool=true;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(1);
    Tensor length = context.constant(1);
    int size = context.attrs().type("out_type").byteSize();
    if (length == null) {
      return List.of(context.input(0).concat(Shape.of(Shape.UNKNOWN_SIZE)));
    }
    long bytes = length.getLong(0);
    if (bytes <= 0 || bytes % size != 0) {
      throw context.invalid("fixed_length must be a positive multiple of %d, got %d", size, bytes);
    }
    return List.of(context.input(0).concat(Shape.of(bytes / size)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isLittleEndian = spec.attrs().bool("little_endian");
    int size = spec.outputDtype(0).byteSize();
    return context -> {
      Tensor x = context.input(0);
      int length = context.input(1).getInt(0);
      Tensor y = context.allocate(0, x.shape().concat(Shape.of(length / size)));
      for (long i = 0; i < x.elements(); i++) {
        byte[] given = x.getBytes(i);
        byte[] bytes = given.length >= length ? given : Arrays.copyOf(given, length);
        RawBytes.read(bytes, length, y, i * (length / size), isLittleEndian);
      }
    };
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
