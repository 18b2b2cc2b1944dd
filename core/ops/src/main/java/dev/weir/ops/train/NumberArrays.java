package dev.weir.ops.train;

import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The arrays that one thread computes numbers in, a block of elements after the other: taken one
 * after the other, and all free again when the next block begins.
 */
final class NumberArrays {
  private final DType dtype;
  private final int capacity;
  private final Pool<float[]> floats;
  private final Pool<double[]> doubles;
  private short @Nullable [] shorts;
  private int count;

  /** Arrays for numbers of a type, for blocks of so many elements at most. */
  NumberArrays(DType dtype, int capacity) {
    this.dtype = dtype;
    this.capacity = capacity;
    this.floats = new Pool<>(capacity, float[]::new);
    this.doubles = new Pool<>(capacity, double[]::new);
  }

  private static final class Pool<A> {
    private final int size;
    private final IntFunction<A> create;
    private final List<A> arrays = new ArrayList<>();
    private int kept;
    private int taken;

    Pool(int size, IntFunction<A> create) {
      this.size = size;
      this.create = create;
    }

    A take() {
      if (taken == arrays.size()) {
        arrays.add(create.apply(size));
      }
      return arrays.get(taken++);
    }
  }

  DType dtype() {
    return dtype;
  }

  int capacity() {
    return capacity;
  }

  /** How many elements the block has. */
  int count() {
    return count;
  }

  /** Keeps what was taken so far: it is not given back when a block begins. */
  void keep() {
    floats.kept = floats.taken;
    doubles.kept = doubles.taken;
  }

  /** Begins a block of so many elements. */
  void begin(int elements) {
    floats.taken = floats.kept;
    doubles.taken = doubles.kept;
    count = elements;
  }

  /** Room for the elements of 16 bits that numbers are made of. */
  short[] shorts() {
    if (shorts == null) {
      shorts = new short[capacity];
    }
    return shorts;
  }

  float[] takeFloats() {
    return floats.take();
  }

  double[] takeDoubles() {
    return doubles.take();
  }
}
