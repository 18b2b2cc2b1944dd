package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StringLoop;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Every element as text: integers in full, real numbers with six decimals unless {@code precision},
 * {@code scientific} or {@code shortest} say otherwise, complex ones as {@code (a,b)}, truth values
 * as {@code true} and {@code false}, strings as they are.
 */
final class AsString extends Op {
  AsString() {
    super(
        "AsString(input: T) -> (output: string) T:type in [float, double, int32, uint8, int16,"
            + " int8, int64, bfloat16, uint16, half, uint32, uint64, complex64, complex128, bool,"
            + " variant, string]; precision:int=-1; scientific:bool=false; shortest:bool=false;"
            + " width:int=-1; fill:string=\"\";");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    if (dtype == DType.VARIANT) {
      throw WeirException.unimplemented("a variant has no text");
    }
    NumberFormat format = NumberFormat.of(spec.attrs(), dtype);
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.allocate(0, x.shape());
      StringLoop.fill(
          context,
          y,
          i ->
              dtype == DType.STRING
                  ? format.string(x.getBytes(i))
                  : text(x, i, format).getBytes(StandardCharsets.ISO_8859_1));
    };
  }

  private static String text(Tensor x, long i, NumberFormat format) {
    DType dtype = x.dtype();
    if (dtype == DType.BOOL) {
      return x.getBoolean(i) ? "true" : "false";
    }
    if (dtype.isComplex()) {
      return "(" + format.real(x.getReal(i)) + "," + format.real(x.getImaginary(i)) + ")";
    }
    return dtype.isFloating()
        ? format.real(x.getDouble(i))
        : format.integer(x.getLong(i), dtype.isUnsigned());
  }

  @Override
  public String notDifferentiable() {
    return "its output is a string";
  }
}
