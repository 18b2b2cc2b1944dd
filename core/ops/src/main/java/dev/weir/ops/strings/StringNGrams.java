package dev.weir.ops.strings;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins every run of so many neighboring strings of each row, for each of the widths in turn, with
 * a separator between them. Rows, given by where each begins and ends, are padded at both ends by
 * up to {@code width - 1} strings, or {@code pad_width} if that is less and not negative.
 */
final class StringNGrams extends Op {
  StringNGrams() {
    super(
        "StringNGrams(data: string, data_splits: Tsplits) -> (ngrams: string, ngrams_splits:"
            + " Tsplits) separator:string; ngram_widths:list(int) >=0; left_pad:string;"
            + " right_pad:string; pad_width:int; preserve_short_sequences:bool; Tsplits:type=int64"
            + " in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireRank(0, 1);
    Shape splits = context.requireRank(1, 1);
    return List.of(Shape.unknownOfRank(1), splits);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    NGrams ngrams = new NGrams(spec.attrs());
    return context -> make(context, ngrams);
  }

  private static void make(KernelContext context, NGrams ngrams) {
    Tensor data = context.input(0);
    Tensor splits = context.input(1);
    long rows = splits.elements() - 1;
    Tensor newSplits = context.allocate(1, splits.shape());
    List<byte[]> all = new ArrayList<>();
    if (rows >= 0) {
      Splits.check(splits, "data_splits", data.elements());
      newSplits.setLong(0, 0);
    }
    for (long row = 0; row < rows; row++) {
      List<byte[]> tokens = new ArrayList<>();
      for (long i = splits.getLong(row); i < splits.getLong(row + 1); i++) {
        tokens.add(data.getBytes(i));
      }
      ngrams.addAll(tokens, all);
      newSplits.setLong(row + 1, all.size());
    }
    Tensor out = context.allocate(0, Shape.of(all.size()));
    for (int i = 0; i < all.size(); i++) {
      out.setBytes(i, all.get(i));
    }
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
