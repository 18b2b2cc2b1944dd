package dev.weir.ops.strings;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StringLoop;
import dev.weir.ops.support.Utf8;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.util.List;

/** The length of every string, in bytes or in characters of UTF-8. */
final class StringLength extends Op {
  StringLength() {
    super(
        "StringLength(input: string) -> (output: int32) unit:string=\"BYTE\" in [\"BYTE\","
            + " \"UTF8_CHAR\"];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isBytes = spec.attrs().string("unit").equals("BYTE");
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.allocate(0, x.shape());
      Buffer lengths = y.buffer();
      StringLoop.forEach(
          context,
          x,
          i -> lengths.setInt(i, isBytes ? x.getBytes(i).length : Utf8.length(x.getBytes(i))));
    };
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
