package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Splits every string of a vector; the result is a sparse matrix of strings, a row for each. */
abstract class StringSplitter extends Op {
  StringSplitter(String signature) {
    super(signature);
  }

  /** The parts of a string, for a node with these attributes. */
  abstract List<byte[]> split(byte[] text, byte[] separator, Attributes attrs);

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireRank(0, 1);
    context.requireScalar(1);
    return List.of(Shape.of(Shape.UNKNOWN_SIZE, 2), Shape.unknownOfRank(1), Shape.of(2));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> splitAll(context, spec.attrs());
  }

  private void splitAll(KernelContext context, Attributes attrs) {
    Tensor x = context.input(0);
    byte[] separator = context.input(1).getBytes(0);
    List<List<byte[]>> rows = new ArrayList<>();
    long count = 0;
    long widest = 0;
    for (long i = 0; i < x.elements(); i++) {
      List<byte[]> parts = split(x.getBytes(i), separator, attrs);
      rows.add(parts);
      count += parts.size();
      widest = Math.max(widest, parts.size());
    }
    Tensor indices = context.allocate(0, Shape.of(count, 2));
    Tensor values = context.allocate(1, Shape.of(count));
    long n = 0;
    for (int row = 0; row < rows.size(); row++) {
      for (int column = 0; column < rows.get(row).size(); column++) {
        indices.setLong(2 * n, row);
        indices.setLong(2 * n + 1, column);
        values.setBytes(n++, rows.get(row).get(column));
      }
    }
    Tensor shape = context.allocate(2, Shape.of(2));
    shape.setLong(0, rows.size());
    shape.setLong(1, widest);
  }

  @Override
  public final String notDifferentiable() {
    return "it works on strings";
  }
}
