package dev.weir.ops.strings;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StringLoop;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Replaces what a pattern matches, everywhere or once, by a rewrite with {@code \\1} … for its
 * groups.
 */
final class RegexReplace extends Op {
  RegexReplace() {
    super(
        "RegexReplace(input: string, pattern: string, rewrite: string) -> (output: string)"
            + " replace_global:bool=true;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(1);
    context.requireScalar(2);
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isGlobal = spec.attrs().bool("replace_global");
    return context -> replace(context, isGlobal);
  }

  private static void replace(KernelContext context, boolean isGlobal) {
    Tensor x = context.input(0);
    String pattern = context.input(1).getString(0);
    RegexReplacement replacement =
        new RegexReplacement(pattern, context.input(2).getString(0), isGlobal);
    Tensor y = context.allocate(0, x.shape());
    StringLoop.fill(context, y, i -> replacement.replace(x.getBytes(i)));
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
