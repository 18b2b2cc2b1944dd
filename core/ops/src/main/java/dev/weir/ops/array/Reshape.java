package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a tensor in another shape of equal size. One size may be -1: it follows from the
 * others, which is impossible if they have no elements and the input does not either.
 */
final class Reshape extends Op {
  private static final int NONE = -1;
  private static final int MANY = -2;

  Reshape() {
    super(
        "Reshape(tensor: T, shape: Tshape) -> (output: T) T:type; Tshape:type=int32 in [int32,"
            + " int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.input(0);
    Shape out = Sizes.shape(context, 1);
    long[] sizes = Sizes.values(context, 1);
    if (sizes != null) {
      requireOneMissing(sizes);
      if (in.isFullyKnown()) {
        resolve(in, sizes);
      }
    }
    return List.of(out.hasRank() && in.hasRank() ? completed(in, out) : out);
  }

  private static void requireOneMissing(long[] sizes) {
    if (Arrays.stream(sizes).filter(size -> size == -1).count() > 1) {
      throw WeirException.invalidArgument(
          "only one size may be -1, shape is %s", Arrays.toString(sizes));
    }
  }

  /** Finds the one size that is missing, if the others tell it. */
  private static Shape completed(Shape in, Shape out) {
    long inKnown = knownElements(in);
    long outKnown = knownElements(out);
    int inMissing = missing(in);
    int outMissing = missing(out);
    if (inMissing == MANY || outMissing == MANY) {
      return out;
    }
    if (inMissing < 0 && outMissing < 0 && inKnown != outKnown) {
      throw mismatch(in, out);
    }
    if (inMissing < 0 && outMissing >= 0 && outKnown > 0) {
      if (inKnown % outKnown != 0) {
        throw mismatch(in, out);
      }
      return out.withSize(outMissing, inKnown / outKnown);
    }
    if (inMissing >= 0 && outMissing < 0 && inKnown > 0 && outKnown % inKnown != 0) {
      throw mismatch(in, out);
    }
    return out;
  }

  /** The one dimension of unknown size. A shape known to be empty misses nothing. */
  private static int missing(Shape shape) {
    if (Sizes.elements(shape) >= 0) {
      return NONE;
    }
    int found = NONE;
    for (int d = 0; d < shape.rank(); d++) {
      if (shape.size(d) < 0) {
        if (found >= 0) {
          return MANY;
        }
        found = d;
      }
    }
    return found;
  }

  private static long knownElements(Shape shape) {
    long elements = 1;
    for (long size : shape.sizes()) {
      elements = Sizes.multiply(elements, Math.abs(size));
    }
    return elements;
  }

  private static WeirException mismatch(Shape in, Shape out) {
    return WeirException.invalidArgument(
        "the number of elements must stay the same: tensor is %s, shape is %s", in, out);
  }

  /** The shape that is asked for, the missing size filled in. */
  static Shape resolve(Shape in, long[] sizes) {
    boolean hasZero = Arrays.stream(sizes).anyMatch(size -> size == 0);
    long wanted = 1;
    long[] full = sizes.clone();
    int unknown = -1;
    for (int d = 0; d < sizes.length; d++) {
      if (sizes[d] == -1) {
        unknown = d;
      } else if (sizes[d] != 0) {
        wanted = Sizes.multiply(wanted, sizes[d]);
      }
    }
    if (unknown >= 0) {
      long there = 1;
      for (long size : in.sizes()) {
        there *= hasZero && size == 0 ? 1 : size;
      }
      full[unknown] = there % wanted == 0 ? there / wanted : 0;
    }
    Shape out = Shape.of(full);
    if (out.elements() != in.elements()) {
      throw mismatch(in, Shape.of(sizes));
    }
    return out;
  }

  /** The elements of an operand as a vector or as a scalar. */
  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    PartialValue value = context.partialValue(0);
    PartialValue shape = context.partialValue(1);
    long rank = context.input(1).size(0);
    boolean isKnown = shape != null && shape.isFullyKnown(); // else it may turn out to be refused
    if (value == null || !isKnown || rank < 0 || rank > 1) {
      return null;
    }
    return rank == 1 ? value.asVector() : value.asScalar();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      context.set(0, in.reshaped(resolve(in.shape(), Sizes.values(context.input(1)))));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> on.reshapeLike(context.gradient(), context.input(0)));
  }
}
