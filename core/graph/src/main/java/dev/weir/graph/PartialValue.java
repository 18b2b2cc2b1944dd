package dev.weir.graph;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an integer scalar or vector before the graph runs: its length, and some of its
 * elements. Sizes and shapes that a graph computes are such values. Immutable.
 *
 * <p>An element that is -1 is known to be -1, which is not the same as being unknown. Only {@link
 * #asShape} reads both as a size that is not known.
 */
public final class PartialValue {
  /** Longer vectors are not followed: none is a shape. */
  static final int MAX_LENGTH = 1024;

  private final boolean isScalar;
  private final long[] elements;
  private final BitSet known;

  private PartialValue(boolean isScalar, long[] elements, BitSet known) {
    this.isScalar = isScalar;
    this.elements = elements;
    this.known = known;
  }

  /** A scalar that is known. */
  public static PartialValue scalar(long value) {
    return new PartialValue(true, new long[] {value}, all(1));
  }

  /** A scalar that is a size; -1 stands for one that is not known. */
  public static PartialValue size(long size) {
    return size < 0 ? new PartialValue(true, new long[1], new BitSet()) : scalar(size);
  }

  /** A vector that is known. */
  public static PartialValue vector(long... values) {
    return new PartialValue(false, values.clone(), all(values.length));
  }

  /** The sizes of a shape as a vector; null if not even the rank is known. */
  public static @Nullable PartialValue sizes(Shape shape) {
    if (!shape.hasRank() || shape.rank() > MAX_LENGTH) {
      return null;
    }
    long[] sizes = new long[shape.rank()];
    BitSet known = new BitSet();
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = Math.max(0, shape.size(d));
      known.set(d, shape.size(d) >= 0);
    }
    return new PartialValue(false, sizes, known);
  }

  /** A value of this shape of which nothing else is known; null if it is no short vector. */
  public static @Nullable PartialValue unknown(Shape shape) {
    if (shape.isScalar()) {
      return size(Shape.UNKNOWN_SIZE);
    }
    return shape.hasRank(1) && shape.size(0) >= 0 && shape.size(0) <= MAX_LENGTH
        ? new PartialValue(false, new long[(int) shape.size(0)], new BitSet())
        : null;
  }

  /** A value of this shape whose elements are all a scalar; null if it is no short vector. */
  public static @Nullable PartialValue filled(Shape shape, PartialValue scalar) {
    PartialValue filled = unknown(shape);
    if (filled == null || !scalar.isFullyKnown()) {
      return filled;
    }
    Arrays.fill(filled.elements, scalar.get(0));
    filled.known.set(0, filled.elements.length);
    return filled;
  }

  /** The integers of a tensor; null if it holds others, or is no scalar or short vector. */
  public static @Nullable PartialValue of(Tensor tensor) {
    Shape shape = tensor.shape();
    if (!isFollowed(tensor.dtype()) || shape.rank() > 1 || tensor.elements() > MAX_LENGTH) {
      return null;
    }
    long[] values = new long[(int) tensor.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = tensor.getLong(i);
    }
    return new PartialValue(shape.isScalar(), values, all(values.length));
  }

  /** Whether values of this type are followed through a graph: integers that a long can hold. */
  static boolean isFollowed(DType dtype) {
    return switch (dtype) {
      case INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64 -> true;
      default -> false;
    };
  }

  private static BitSet all(int length) {
    BitSet all = new BitSet(length);
    all.set(0, length);
    return all;
  }

  public boolean isScalar() {
    return isScalar;
  }

  /** How many elements it has; 1 for a scalar. */
  public int length() {
    return elements.length;
  }

  /** The shape of the value itself. */
  public Shape shape() {
    return isScalar ? Shape.scalar() : Shape.of(elements.length);
  }

  /** Whether an element is known. */
  public boolean isKnown(int i) {
    return known.get(i);
  }

  /** Whether all elements are known. */
  public boolean isFullyKnown() {
    return known.cardinality() == elements.length;
  }

  /** An element, which must be known. */
  public long get(int i) {
    if (!known.get(i)) {
      throw WeirException.internal("element %d of %s is not known", i, this);
    }
    return elements[i];
  }

  /** All elements, which must be known. */
  public long[] toArray() {
    if (!isFullyKnown()) {
      throw WeirException.internal("%s is not known in full", this);
    }
    return elements.clone();
  }

  /** As a tensor; all elements must be known. */
  public Tensor toTensor(DType dtype) {
    return Tensors.ofLongs(dtype, shape(), toArray());
  }

  /** Whether every element that is known is a number of this type. */
  public boolean fits(DType dtype) {
    return narrowed(dtype).equals(this);
  }

  /** These elements as elements of another integer type, which wrap. */
  public PartialValue narrowed(DType dtype) {
    return switch (dtype) {
      case INT8 -> map(value -> (byte) value);
      case UINT8 -> map(value -> value & 0xff);
      case INT16 -> map(value -> (short) value);
      case UINT16 -> map(value -> value & 0xffff);
      case INT32 -> map(value -> (int) value);
      case UINT32 -> map(value -> value & 0xffff_ffffL);
      default -> this;
    };
  }

  /** An element as a scalar. */
  public PartialValue element(int i) {
    return known.get(i) ? scalar(elements[i]) : size(Shape.UNKNOWN_SIZE);
  }

  /** The elements as a vector. */
  public PartialValue asVector() {
    return isScalar ? new PartialValue(false, elements, known) : this;
  }

  /** The only element as a scalar. */
  public PartialValue asScalar() {
    if (elements.length != 1) {
      throw WeirException.internal("%s is not a scalar", this);
    }
    return isScalar ? this : new PartialValue(true, elements, known);
  }

  /** Every {@code step}-th element from {@code begin} on, {@code count} of them, as a vector. */
  public PartialValue slice(int begin, int step, int count) {
    long[] taken = new long[count];
    BitSet takenKnown = new BitSet();
    for (int i = 0; i < count; i++) {
      taken[i] = elements[begin + i * step];
      takenKnown.set(i, known.get(begin + i * step));
    }
    return new PartialValue(false, taken, takenKnown);
  }

  /** These elements and then those of another, as a vector; null if that is too long. */
  public @Nullable PartialValue concat(PartialValue other) {
    int length = elements.length;
    if (length + other.elements.length > MAX_LENGTH) {
      return null;
    }
    long[] joined = Arrays.copyOf(elements, length + other.elements.length);
    BitSet joinedKnown = (BitSet) known.clone();
    for (int i = 0; i < other.elements.length; i++) {
      joined[length + i] = other.elements[i];
      joinedKnown.set(length + i, other.known.get(i));
    }
    return new PartialValue(false, joined, joinedKnown);
  }

  /** A function of each element that is known. */
  public PartialValue map(LongUnaryOperator function) {
    long[] mapped = new long[elements.length];
    for (int i = 0; i < mapped.length; i++) {
      mapped[i] = known.get(i) ? function.applyAsLong(elements[i]) : 0;
    }
    return new PartialValue(isScalar, mapped, known);
  }

  /**
   * A function of each pair of elements that are both known; the shorter is broadcast. Null if the
   * lengths do not fit.
   */
  public @Nullable PartialValue combine(PartialValue other, LongBinaryOperator function) {
    int length =
        elements.length == 1 ? other.elements.length : Math.min(elements.length, MAX_LENGTH);
    if (other.elements.length != length && other.elements.length != 1) {
      return null;
    }
    long[] combined = new long[length];
    BitSet bothKnown = new BitSet();
    for (int i = 0; i < length; i++) {
      int a = elements.length == 1 ? 0 : i;
      int b = other.elements.length == 1 ? 0 : i;
      if (known.get(a) && other.known.get(b)) {
        combined[i] = function.applyAsLong(elements[a], other.elements[b]);
        bothKnown.set(i);
      }
    }
    return new PartialValue(isScalar && other.isScalar, combined, bothKnown);
  }

  /**
   * The shape that this vector holds. Sizes are unknown where the element is, or is negative; a
   * scalar -1 is a shape of unknown rank, and so is a scalar that is not known.
   */
  public Shape asShape() {
    if (isScalar) {
      if (known.get(0) && elements[0] != -1) {
        throw WeirException.invalidArgument("a shape must be a vector, not the scalar %s", this);
      }
      return Shape.unknown();
    }
    long[] sizes = new long[elements.length];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = known.get(d) && elements[d] >= 0 ? elements[d] : Shape.UNKNOWN_SIZE;
    }
    return Shape.of(sizes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PartialValue that
        && isScalar == that.isScalar
        && known.equals(that.known)
        && Arrays.equals(elements, that.elements);
  }

  @Override
  public int hashCode() {
    return 31 * known.hashCode() + Arrays.hashCode(elements);
  }

  /** {@code [2,?,-1]}, or {@code 7} for a scalar. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(isScalar ? "" : "[");
    for (int i = 0; i < elements.length; i++) {
      text.append(i > 0 ? "," : "").append(known.get(i) ? Long.toString(elements[i]) : "?");
    }
    return text.append(isScalar ? "" : "]").toString();
  }
}
