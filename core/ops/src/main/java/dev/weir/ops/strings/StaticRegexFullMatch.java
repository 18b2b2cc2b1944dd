package dev.weir.ops.strings;

import com.google.re2j.Pattern;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import java.util.List;

/** Whether a pattern, which is fixed, matches the whole of each string. */
final class StaticRegexFullMatch extends Op {
  StaticRegexFullMatch() {
    super("StaticRegexFullMatch(input: string) -> (output: bool) pattern:string;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Pattern pattern = Re2.compile(spec.attrs().string("pattern"));
    return context -> RegexFullMatch.match(context, pattern);
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
