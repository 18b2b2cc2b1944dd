package dev.weir.ops.io;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The bytes of every string as numbers, which become a last dimension. All strings are equally
 * long.
 */
final class DecodeRaw extends Op {
  DecodeRaw() {
    super(
        "DecodeRaw(bytes: string) -> (output: out_type) out_type:type in [half, float, double,"
            + " int32, uint16, uint8, int16, int8, int64, complex64, complex128, bool, bfloat16];"
            + " little_endian:bool=true;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.input(0).concat(Shape.of(Shape.UNKNOWN_SIZE)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isLittleEndian = spec.attrs().bool("little_endian");
    int size = spec.outputDtype(0).byteSize();
    return context -> decode(context, isLittleEndian, size);
  }

  private static void decode(KernelContext context, boolean isLittleEndian, int size) {
    Tensor x = context.input(0);
    int length = x.elements() == 0 ? 0 : x.getBytes(0).length;
    if (length % size != 0) {
      throw WeirException.invalidArgument(
          "the length of a string must be a multiple of %d, got %d bytes", size, length);
    }
    Tensor y = context.allocate(0, x.shape().concat(Shape.of(length / size)));
    for (long i = 0; i < x.elements(); i++) {
      byte[] bytes = x.getBytes(i);
      if (bytes.length != length) {
        throw WeirException.invalidArgument(
            "strings must be equally long: string 0 has %d bytes, string %d has %d",
            length, i, bytes.length);
      }
      RawBytes.read(bytes, length, y, i * (length / size), isLittleEndian);
    }
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
