package dev.weir.fuzz.graph;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Changes shapes, tensors and attributes at random, toward what breaks programs. */
final class HostileValues {
  private static final long[] WHOLE = {
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    8,
    16,
    17,
    64,
    127,
    128,
    255,
    -128,
    1000,
    65_536,
    1 << 20,
    (1 << 16) - 1,
    1 << 24,
    Integer.MAX_VALUE - 1,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 31,
    1L << 32,
    (1L << 32) + 1,
    1L << 40,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE / 2,
    Long.MAX_VALUE - 1,
    3037000500L, // its square is just above 2^63
    (1L << 62) + 1
  };
  private static final double[] REAL = {
    0,
    -0.0,
    1,
    -1,
    0.5,
    2,
    1e-30,
    1e-310,
    1e30,
    -1e30,
    1e300,
    3.4e38,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    1e9,
    -1e9,
    255,
    256,
    65_504,
    1e18
  };

  /** Sizes near the ends of vectors, two of them, and of what loops do at once. */
  private static final long[] VECTORS = {7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 65, 127, 129, 1025};

  /** Sizes at which work is cut into parts for several threads. */
  private static final long[] PARTS = {4096, 16_385, 32_769, 65_537, 131_073};

  private static final long LARGEST = 1 << 12;
  private static final int MOST_TEXT = 40;

  private final RandomGenerator random;

  HostileValues(RandomGenerator random) {
    this.random = random;
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  long whole() {
    return WHOLE[random.nextInt(WHOLE.length)];
  }

  private double real() {
    return REAL[random.nextInt(REAL.length)];
  }

  /** A shape of few elements near another one. */
  Shape shapeNear(Shape shape) {
    long[] sizes = shape.hasRank() ? shape.sizes() : new long[0];
    if (sizes.length > 0 && chance(0.02)) {
      return empty(sizes);
    }
    if (sizes.length > 0 && chance(0.01)) {
      return stretched(sizes);
    }
    switch (random.nextInt(8)) {
      case 0 -> sizes = withSize(sizes, 0);
      case 1, 2 -> sizes = withSize(sizes, 1 + random.nextInt(9));
      case 3 -> sizes = withSize(sizes, -2);
      case 4 -> sizes = shorter(sizes);
      case 5 -> sizes = longer(sizes);
      case 6 -> sizes = withSize(sizes, VECTORS[random.nextInt(VECTORS.length)]);
      default -> swap(sizes);
    }
    Shape near = Shape.of(sizes);
    return elements(near) <= LARGEST ? near : Shape.of(random.nextInt(5));
  }

  /** No elements, but more positions than can be counted through. */
  private Shape empty(long[] sizes) {
    long[] huge = sizes.clone();
    for (int d = 0; d < huge.length; d++) {
      huge[d] = chance(0.5) ? Math.max(0, whole()) : huge[d];
    }
    huge[random.nextInt(huge.length)] = 0;
    return Shape.of(huge);
  }

  /** Enough elements for several threads, along one dimension. */
  private Shape stretched(long[] sizes) {
    long[] single = new long[sizes.length];
    Arrays.fill(single, 1);
    single[random.nextInt(single.length)] = PARTS[random.nextInt(PARTS.length)];
    return Shape.of(single);
  }

  /** What a graph may say of a value of some shape, wrongly or not. */
  Shape claim(Shape shape) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> shape;
      case 3 -> Shape.unknown();
      case 4 -> shape.hasRank() ? Shape.unknownOfRank(shape.rank()) : shape;
      case 5 -> withAnyUnknown(shape);
      default -> shapeNear(shape);
    };
  }

  private Shape withAnyUnknown(Shape shape) {
    if (!shape.hasRank() || shape.rank() == 0) {
      return shape;
    }
    return shape.withSize(random.nextInt(shape.rank()), Shape.UNKNOWN_SIZE);
  }

  private static long elements(Shape shape) {
    try {
      return shape.elements();
    } catch (WeirException e) {
      return Long.MAX_VALUE;
    }
  }

  private long[] withSize(long[] sizes, long size) {
    if (sizes.length > 0) {
      int at = random.nextInt(sizes.length);
      sizes[at] = size < 0 ? Math.max(0, sizes[at] + (random.nextBoolean() ? 1 : -1)) : size;
    }
    return sizes;
  }

  private long[] shorter(long[] sizes) {
    if (sizes.length == 0) {
      return sizes;
    }
    int gone = random.nextInt(sizes.length);
    long[] less = new long[sizes.length - 1];
    for (int i = 0; i < less.length; i++) {
      less[i] = sizes[i < gone ? i : i + 1];
    }
    return less;
  }

  private long[] longer(long[] sizes) {
    int at = random.nextInt(sizes.length + 1);
    long[] more = new long[sizes.length + 1];
    for (int i = 0; i < more.length; i++) {
      more[i] = i == at ? 1 + random.nextInt(3) : sizes[i < at ? i : i - 1];
    }
    return more;
  }

  private void swap(long[] sizes) {
    if (sizes.length > 1) {
      int a = random.nextInt(sizes.length);
      int b = random.nextInt(sizes.length);
      long kept = sizes[a];
      sizes[a] = sizes[b];
      sizes[b] = kept;
    }
  }

  /** A tensor like another, with some elements or the shape changed. */
  Tensor near(Tensor tensor) {
    if (tensor.dtype() == DType.RESOURCE || tensor.dtype() == DType.VARIANT) {
      return tensor;
    }
    Shape shape = chance(0.5) ? shapeNear(tensor.shape()) : tensor.shape();
    if (elements(shape) > PARTS[PARTS.length - 1]) {
      return tensor;
    }
    DType dtype = chance(0.01) ? otherType(tensor.dtype()) : tensor.dtype();
    if (dtype != tensor.dtype()) {
      return Tensors.zeros(dtype, shape);
    }
    Tensor copy = Tensor.allocate(dtype, shape);
    for (long i = 0; i < copy.elements(); i++) {
      if (tensor.elements() > 0) {
        copy.copyFrom(tensor, i % tensor.elements(), i, 1);
      }
    }
    if (copy.elements() > 0 && chance(0.6)) {
      long changed = chance(0.2) ? copy.elements() : 1 + random.nextInt(2);
      for (long i = 0; i < changed; i++) {
        change(copy, changed > 2 ? i : random.nextLong(copy.elements()));
      }
    }
    return copy.freeze();
  }

  private DType otherType(DType dtype) {
    DType other = DType.values()[random.nextInt(DType.values().length)];
    return other.byteSize() == 0 ? dtype : other;
  }

  private void change(Tensor tensor, long i) {
    DType dtype = tensor.dtype();
    if (dtype == DType.STRING) {
      byte[] bytes = new byte[random.nextInt(MOST_TEXT)];
      random.nextBytes(bytes);
      tensor.setBytes(i, bytes);
    } else if (dtype == DType.BOOL) {
      tensor.setBoolean(i, random.nextBoolean());
    } else if (dtype.isComplex()) {
      tensor.setComplex(i, real(), real());
    } else if (dtype.isFloating()) {
      tensor.setDouble(i, real());
    } else {
      tensor.setLong(i, fitted(chance(0.4) ? random.nextInt(12) - 4 : whole(), dtype));
    }
  }

  /** The low bits, as many as the type has, so that setting it is allowed. */
  private static long fitted(long value, DType dtype) {
    int bits = 8 * dtype.byteSize();
    if (bits >= Long.SIZE) {
      return dtype == DType.UINT64 ? value & Long.MAX_VALUE : value;
    }
    boolean unsigned = dtype.toString().startsWith("u") || dtype.toString().startsWith("qu");
    int shift = Long.SIZE - bits;
    return unsigned ? value << shift >>> shift : value << shift >> shift;
  }

  /** Another value of the same kind. */
  AttrValue near(AttrValue value) {
    return switch (value) {
      case AttrValue.IntValue v ->
          AttrValue.of(chance(0.4) ? v.value() + random.nextInt(5) - 2 : whole());
      case AttrValue.FloatValue v -> AttrValue.of((float) real());
      case AttrValue.BoolValue v -> AttrValue.of(!v.value());
      case AttrValue.StringValue v -> text();
      case AttrValue.ShapeValue v -> AttrValue.of(claim(v.value()));
      case AttrValue.TypeValue v ->
          AttrValue.of(DType.values()[random.nextInt(DType.values().length)]);
      case AttrValue.TensorValue v -> AttrValue.of(near(v.value()));
      case AttrValue.FuncValue v -> v;
      case AttrValue.ListValue v -> new AttrValue.ListValue(v.elementType(), nearList(v.values()));
    };
  }

  private AttrValue text() {
    String[] words = {"", "SAME", "VALID", "NHWC", "NCHW", "x", "\u0000", "EXPLICIT", "reflect"};
    return AttrValue.of(words[random.nextInt(words.length)]);
  }

  private List<AttrValue> nearList(List<AttrValue> values) {
    List<AttrValue> changed = new ArrayList<>(values);
    if (changed.isEmpty()) {
      return changed;
    }
    int at = random.nextInt(changed.size());
    switch (random.nextInt(8)) {
      case 0 -> changed.remove(at);
      case 1 -> changed.add(near(changed.get(at)));
      case 2 -> changed.replaceAll(value -> chance(0.6) ? near(value) : value);
      case 3 -> {
        AttrValue same = near(changed.get(at));
        changed.replaceAll(value -> chance(0.6) ? same : value);
      }
      case 4 -> { // what is in the middle is for space in most lists that have one
        AttrValue same = near(changed.get(at));
        for (int i = 1; i < changed.size() - 1; i++) {
          changed.set(i, same);
        }
      }
      default -> changed.set(at, near(changed.get(at)));
    }
    return changed;
  }
}
