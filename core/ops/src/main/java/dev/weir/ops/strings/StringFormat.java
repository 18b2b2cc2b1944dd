package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.TensorSummary;
import dev.weir.tensor.Shape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The template with every placeholder replaced by the text of a tensor, of which {@code summarize}
 * elements are shown at both ends of each dimension, or all if that is -1.
 */
final class StringFormat extends Op {
  StringFormat() {
    super(
        "StringFormat(inputs: T...) -> (output: string) T:list(type) >=0; template:string=\"%s\";"
            + " placeholder:string=\"%s\"; summarize:int=3;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    int wanted = pieces(context.attrs()).size() - 1;
    if (wanted != context.inputCount()) {
      throw context.invalid(
          "the template must have a placeholder for every input: it has %d for %d",
          wanted, context.inputCount());
    }
    return List.of(Shape.scalar());
  }

  private static List<String> pieces(Attributes attrs) {
    return List.of(attrs.string("template").split(Pattern.quote(attrs.string("placeholder")), -1));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    List<String> pieces = pieces(spec.attrs());
    long summarize = spec.attrs().integer("summarize");
    return context -> {
      StringBuilder text = new StringBuilder(pieces.get(0));
      for (int i = 0; i < context.inputCount(); i++) {
        text.append(TensorSummary.of(context.input(i), summarize)).append(pieces.get(i + 1));
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      context.allocate(0, Shape.scalar()).setBytes(0, bytes);
    };
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
