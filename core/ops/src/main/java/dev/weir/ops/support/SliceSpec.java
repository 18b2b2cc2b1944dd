package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a strided slice takes: for each dimension of the input where it begins, the step and how
 * many positions; and the shape of the result, which may have lost dimensions (shrink) or gained
 * some (new axis).
 *
 * <p>Bit i of a mask speaks of entry i of begin, end and strides. At the same bit the ellipsis goes
 * first, then a new axis, then shrinking.
 */
public final class SliceSpec {
  /** Says that a dimension of the result is a new one. */
  private static final int NEW_AXIS = -1;

  private static final int MAX_ENTRIES = 32;

  private final Masks masks;
  private final long @Nullable [] sparseBegin;
  private final long @Nullable [] sparseEnd;
  private final long[] sparseStrides;
  private final Shape input;

  private final long[] begin;
  private final long[] end;
  private final long[] steps;
  private final boolean[] wholeFront;
  private final boolean[] wholeBack;
  private final boolean[] shrunk;
  private final long[] sizes;
  private final List<Integer> results = new ArrayList<>();

  /** The five masks of a strided slice. */
  public record Masks(long begin, long end, long ellipsis, long newAxis, long shrink) {
    public static Masks of(Attributes attrs) {
      return new Masks(
          attrs.integer("begin_mask"),
          attrs.integer("end_mask"),
          attrs.integer("ellipsis_mask"),
          attrs.integer("new_axis_mask"),
          attrs.integer("shrink_axis_mask"));
    }

    /** Whether bit i of the ellipsis mask is set, and so on for the others. */
    private static boolean has(long mask, int i) {
      return (mask >> i & 1) != 0;
    }
  }

  /** The slice of an input of this shape; begin and end may be unknown. */
  public SliceSpec(
      Shape input, long @Nullable [] begin, long @Nullable [] end, long[] strides, Masks masks) {
    this.input = input;
    this.sparseBegin = begin;
    this.sparseEnd = end;
    this.sparseStrides = strides;
    this.masks = masks;
    int rank = input.rank();
    this.begin = new long[rank];
    this.end = new long[rank];
    this.steps = new long[rank];
    this.wholeFront = new boolean[rank];
    this.wholeBack = new boolean[rank];
    this.shrunk = new boolean[rank];
    this.sizes = new long[rank];
    if (strides.length >= MAX_ENTRIES) {
      throw WeirException.invalidArgument(
          "begin, end and strides must have fewer than %d entries, got %d",
          MAX_ENTRIES, strides.length);
    }
    expand();
    for (int d = 0; d < rank; d++) {
      sizes[d] = resolve(d);
    }
  }

  /**
   * The slice that inputs {@code first} (begin), {@code first + 1} (end) and {@code first + 2}
   * (strides) take of a shape; null if that is not known.
   */
  public static @Nullable SliceSpec of(ShapeContext context, Shape input, int first) {
    Shape entries = context.requireRank(first, 1);
    for (int i = first + 1; i < first + 3; i++) {
      if (!entries.isCompatibleWith(context.requireRank(i, 1))) {
        throw context.invalid(
            "begin, end and strides must be equally long: %s, %s",
            context.describe(first), context.describe(i));
      }
      entries = entries.mergeWith(context.requireRank(i, 1));
    }
    long[] strides = Sizes.values(context, first + 2);
    if (!input.hasRank() || entries.size(0) < 0 || strides == null) {
      return null;
    }
    return new SliceSpec(
        input,
        Sizes.values(context, first),
        Sizes.values(context, first + 1),
        strides,
        Masks.of(context.attrs()));
  }

  /** The slice of a tensor of this shape that inputs of a running kernel describe. */
  public static SliceSpec of(KernelContext context, Shape input, int first, Masks masks) {
    return new SliceSpec(
        input,
        Sizes.values(context.input(first)),
        Sizes.values(context.input(first + 1)),
        Sizes.values(context.input(first + 2)),
        masks);
  }

  /** One entry for each dimension of the input instead of one for each entry of begin. */
  private void expand() {
    if (Long.bitCount(masks.ellipsis) > 1) {
      throw WeirException.invalidArgument(
          "at most one bit of ellipsis_mask may be set, it is %d", masks.ellipsis);
    }
    int entries = sparseStrides.length;
    int newAfterEllipsis = 0;
    boolean seen = false;
    for (int i = 0; i < entries; i++) {
      newAfterEllipsis += seen && Masks.has(masks.newAxis, i) ? 1 : 0;
      seen |= Masks.has(masks.ellipsis, i);
    }
    int total = seen ? entries : entries + 1; // an ellipsis at the end goes without saying
    int d = 0;
    for (int i = 0; i < total; i++) {
      if (i == entries || Masks.has(masks.ellipsis, i)) {
        int next = Math.min(input.rank() - (total - i) + 1 + newAfterEllipsis, input.rank());
        for (; d < next; d++) {
          takeAll(d);
        }
      } else if (Masks.has(masks.newAxis, i)) {
        results.add(NEW_AXIS);
      } else {
        take(d++, i);
      }
    }
  }

  private void takeAll(int d) {
    steps[d] = 1;
    wholeFront[d] = true;
    wholeBack[d] = true;
    results.add(d);
  }

  private void take(int d, int i) {
    if (d == input.rank()) {
      throw WeirException.invalidArgument(
          "begin must not have more entries than the input has dimensions: input is %s, begin has"
              + " %d entries",
          input, sparseStrides.length);
    }
    begin[d] = sparseBegin == null ? 0 : sparseBegin[i];
    end[d] = sparseEnd == null ? 0 : sparseEnd[i];
    steps[d] = sparseStrides[i];
    wholeFront[d] = Masks.has(masks.begin, i);
    wholeBack[d] = Masks.has(masks.end, i);
    shrunk[d] = Masks.has(masks.shrink, i);
    if (!shrunk[d]) {
      results.add(d);
    }
  }

  /** Makes begin and end positions of the input. Returns how many positions are taken. */
  private long resolve(int d) {
    long whole = input.size(d);
    long step = steps[d];
    if (step == 0) {
      throw WeirException.invalidArgument("strides[%d] must not be 0", d);
    }
    if (shrunk[d] && step < 0) {
      throw WeirException.invalidArgument(
          "a dimension that is shrunk needs a stride above 0, strides[%d] is %d", d, step);
    }
    boolean isKnown = sparseBegin != null && sparseEnd != null;
    if (shrunk[d]) {
      if (whole >= 0 && isKnown) {
        requirePosition(d, whole);
      }
      return 1;
    }
    if (whole < 0) {
      return -1;
    }
    boolean isWhole = wholeFront[d] && wholeBack[d];
    if (!isKnown && !isWhole) {
      return -1;
    }
    long low = step > 0 ? 0 : -1;
    long high = step > 0 ? whole : whole - 1;
    long from = wholeFront[d] ? (step > 0 ? low : high) : clamp(begin[d], whole, low, high);
    long to = wholeBack[d] ? (step > 0 ? high : low) : clamp(end[d], whole, low, high);
    begin[d] = from;
    long length = to - from;
    return length == 0 || length < 0 != step < 0 ? 0 : length / step + (length % step != 0 ? 1 : 0);
  }

  private void requirePosition(int d, long whole) {
    long position = begin[d] < 0 ? begin[d] + whole : begin[d];
    if (position < 0 || position >= whole) {
      throw WeirException.invalidArgument(
          "slice index %d of dimension %d is out of bounds: the input is %s", begin[d], d, input);
    }
    begin[d] = position;
  }

  private static long clamp(long position, long whole, long low, long high) {
    return Math.clamp(position < 0 ? position + whole : position, low, high);
  }

  /** The shape of the result, as far as it is known. */
  public Shape shape() {
    return Shape.of(results.stream().mapToLong(d -> d == NEW_AXIS ? 1 : sizes[d]).toArray());
  }

  /**
   * Whether a value of this shape may take the place of the slice, as far as is known: it must
   * broadcast to it. Dimensions of size 1 before those of the slice do not count, and an empty
   * slice takes anything.
   */
  public boolean takes(Shape value) {
    Shape slice = shape();
    if (!value.hasRank() || !slice.isFullyKnown() || slice.elements() == 0) {
      return true;
    }
    for (int n = 1; n <= value.rank(); n++) {
      long size = value.size(-n);
      long wanted = n <= slice.rank() ? slice.size(-n) : 1;
      if (size >= 0 && size != wanted && size != 1) {
        return false;
      }
    }
    return true;
  }

  /** Puts a value in the place of the slice, which {@link #takes} it. */
  public void replace(KernelContext context, Tensor tensor, Tensor value) {
    if (shape().elements() > 0) {
      of(tensor).copyFrom(context, broadcast(value));
    }
  }

  /** A value as if it had the dimensions of the slice in the input. */
  private StridedView broadcast(Tensor value) {
    long[] given = new long[results.size()];
    for (int r = 0; r < given.length; r++) {
      int at = r + value.shape().rank() - given.length;
      given[r] = at < 0 ? 1 : value.shape().size(at);
    }
    StridedView view = StridedView.of(value, given);
    for (int r = given.length - 1; r >= 0; r--) {
      if (results.get(r) == NEW_AXIS) {
        view = view.select(r, 0);
      }
    }
    for (int d = 0; d < sizes.length; d++) {
      if (shrunk[d]) {
        view = view.inserted(d, 1);
      } else if (view.sizes()[d] != sizes[d]) {
        view = view.select(d, 0).inserted(d, sizes[d]);
      }
    }
    return view;
  }

  /** Whether the result has all elements of the input, in the same order. */
  public boolean isAll() {
    return IntStream.range(0, steps.length)
        .allMatch(d -> begin[d] == 0 && steps[d] == 1 && sizes[d] == input.size(d));
  }

  /** The elements that are taken, with the dimensions of the input. */
  public StridedView of(Tensor tensor) {
    StridedView view = StridedView.of(tensor, input.sizes());
    for (int d = 0; d < steps.length; d++) {
      view = view.slice(d, begin[d], steps[d], sizes[d]);
    }
    return view;
  }

  /** The elements that are taken of a vector known in part. */
  public PartialValue of(PartialValue vector) {
    return vector.slice((int) begin[0], (int) steps[0], (int) sizes[0]);
  }

  /** How many positions are taken of each dimension of the input. */
  public long[] sizes() {
    return sizes.clone();
  }
}
