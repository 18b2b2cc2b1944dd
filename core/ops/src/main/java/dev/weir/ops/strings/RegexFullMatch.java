package dev.weir.ops.strings;

import com.google.re2j.Pattern;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StringLoop;
import dev.weir.ops.support.Utf8;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Whether a pattern matches the whole of each string. */
final class RegexFullMatch extends Op {
  RegexFullMatch() {
    super("RegexFullMatch(input: string, pattern: string) -> (output: bool)");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(1);
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> match(context, Re2.compile(context.input(1).getString(0)));
  }

  static void match(KernelContext context, Pattern pattern) {
    Tensor x = context.input(0);
    Tensor y = context.allocate(0, x.shape());
    StringLoop.forEach(
        context, x, i -> y.setBoolean(i, pattern.matcher(Utf8.text(x.getBytes(i))).matches()));
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
