package dev.weir.ops.math;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code output} has the bytes of input, read as elements of another type. Smaller elements add a
 * last dimension of as many as make up one of the input; larger ones need a last dimension of as
 * many as make up one of the output, and drop it.
 */
final class Bitcast extends Op {
  Bitcast() {
    super(
        "Bitcast(input: T) -> (output: type) T:type in [bfloat16, half, float,"
            + " double, int64, int32, uint8, uint16, uint32, uint64, int8, int16,"
            + " complex64, complex128, qint8, quint8, qint16, quint16, qint32]; type:type"
            + " in [bfloat16, half, float, double, int64, int32, uint8, uint16, uint32,"
            + " uint64, int8, int16, complex64, complex128, qint8, quint8, qint16, quint16,"
            + " qint32];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape input = context.input(0);
    int from = context.inputDtype(0).byteSize();
    int to = context.attrs().type("type").byteSize();
    if (from == to || !input.hasRank()) {
      return List.of(input);
    }
    if (from > to) {
      return List.of(input.concat(Shape.of(from / to)));
    }
    int last = input.rank() - 1;
    if (last < 0 || (input.size(last) != Shape.UNKNOWN_SIZE && input.size(last) != to / from)) {
      throw context.invalid(
          "the last dimension must have %d elements to make up one %s: %s",
          to / from, context.attrs().type("type"), context.describe(0));
    }
    return List.of(input.slice(0, last));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType output = spec.outputDtype(0);
    return context -> {
      Tensor input = context.input(0);
      context.set(0, input.reinterpreted(output, shape(input, output)));
    };
  }

  @Override
  public String notDifferentiable() {
    return "it reads bits as other numbers";
  }

  private static Shape shape(Tensor input, DType output) {
    int from = input.dtype().byteSize();
    int to = output.byteSize();
    if (from == to) {
      return input.shape();
    }
    return from > to
        ? input.shape().concat(Shape.of(from / to))
        : input.shape().slice(0, input.shape().rank() - 1);
  }
}
