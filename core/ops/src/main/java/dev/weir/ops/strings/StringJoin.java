package dev.weir.ops.strings;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.StringLoop;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Strings at the same position joined, with a separator between them. Scalars go with every
 * position.
 */
final class StringJoin extends Op {
  StringJoin() {
    super("StringJoin(inputs: N*string) -> (output: string) N:int >=0; separator:string=\"\";");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape result = Shape.unknown();
    boolean allScalars = true;
    for (int i = 0; i < context.inputCount(); i++) {
      Shape shape = context.input(i);
      allScalars &= shape.isScalar();
      if (!shape.hasRank() || shape.isScalar()) {
        continue;
      }
      if (!result.isCompatibleWith(shape)) {
        throw context.invalid(
            "shapes must be equal, but for scalars: %s, others are %s",
            context.describe(i), result);
      }
      result = result.mergeWith(shape);
    }
    return List.of(allScalars ? Shape.scalar() : result);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    byte[] separator = spec.attrs().bytes("separator");
    return context -> join(context, separator);
  }

  private static void join(KernelContext context, byte[] separator) {
    Shape shape = Shape.scalar();
    for (int i = 0; i < context.inputCount(); i++) {
      shape = context.input(i).shape().isScalar() ? shape : context.input(i).shape();
    }
    Tensor out = context.allocate(0, shape);
    Tensor[] inputs = new Tensor[context.inputCount()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = context.input(i);
    }
    StringLoop.fill(
        context,
        out,
        r -> {
          byte[][] parts = new byte[inputs.length][];
          for (int i = 0; i < parts.length; i++) {
            parts[i] = inputs[i].getBytes(inputs[i].elements() == 1 ? 0 : r);
          }
          return Ascii.join(Arrays.asList(parts), separator);
        });
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
