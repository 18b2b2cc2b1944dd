package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tensors from lists of lists. */
final class NestedLists {
  private final Tensor tensor;
  private final DType dtype;
  private final Shape shape;
  private final int[] position;
  private long written;

  private NestedLists(Tensor tensor) {
    this.tensor = tensor;
    this.dtype = tensor.dtype();
    this.shape = tensor.shape();
    this.position = new int[shape.rank()];
  }

  static Tensor read(DType dtype, List<?> list) {
    Tensor tensor = Tensor.allocateUnshared(dtype, shapeOf(list));
    new NestedLists(tensor).copy(list, 0);
    return tensor.freeze();
  }

  private static Shape shapeOf(List<?> list) {
    List<Integer> sizes = new ArrayList<>();
    Object first = list;
    while (first instanceof List<?> inner) {
      sizes.add(inner.size());
      first = inner.isEmpty() ? null : inner.getFirst();
    }
    return Shape.of(sizes.stream().mapToLong(Integer::longValue).toArray());
  }

  private void copy(@Nullable Object value, int depth) {
    if (value instanceof List<?> list) {
      copyList(list, depth);
    } else if (depth < position.length) {
      throw WeirException.invalidArgument(
          "the element at %s is %s, but the first one at that depth is a list",
          Positions.text(position, depth), describe(value));
    } else {
      set(written++, value);
    }
  }

  private void copyList(List<?> list, int depth) {
    if (depth == position.length) {
      throw WeirException.invalidArgument(
          "the element at %s is a list, but the first one at that depth is not",
          Positions.text(position, depth));
    }
    if (list.size() != shape.size(depth)) {
      throw NestedArrays.ragged("list", position, depth, list.size(), shape.size(depth));
    }
    int i = 0;
    for (Object element : list) {
      position[depth] = i++;
      copy(element, depth + 1);
    }
  }

  private void set(long i, @Nullable Object value) {
    switch (dtype) {
      case STRING -> tensor.setBytes(i, bytes(value));
      case BOOL -> tensor.setBoolean(i, require(Boolean.class, value));
      case RESOURCE, VARIANT -> tensor.setObject(i, require(Object.class, value));
      case COMPLEX64, COMPLEX128 -> setComplex(i, value);
      case FLOAT16, BFLOAT16, FLOAT32, FLOAT64 ->
          tensor.setDouble(i, require(Number.class, value).doubleValue());
      default -> tensor.setLong(i, whole(require(Number.class, value)));
    }
  }

  private byte[] bytes(@Nullable Object value) {
    return value instanceof byte[] bytes
        ? bytes.clone()
        : require(String.class, value).getBytes(StandardCharsets.UTF_8);
  }

  private void setComplex(long i, @Nullable Object value) {
    if (value instanceof double[] parts && parts.length == 2) {
      tensor.setComplex(i, parts[0], parts[1]);
    } else {
      tensor.setComplex(i, require(Number.class, value).doubleValue(), 0);
    }
  }

  private long whole(Number number) {
    BigInteger value;
    try {
      value =
          number instanceof BigInteger big
              ? big
              : new BigDecimal(number.toString()).toBigIntegerExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw cannotHold(number);
    }
    int bits = dtype.byteSize() * 8;
    boolean fits =
        dtype.isUnsigned() || dtype == DType.QUINT8 || dtype == DType.QUINT16
            ? value.signum() >= 0 && value.bitLength() <= bits
            : value.bitLength() < bits;
    if (!fits) {
      throw cannotHold(number);
    }
    return value.longValue();
  }

  private WeirException cannotHold(Number number) {
    return WeirException.invalidArgument(
        "the element at %s is %s, which %s cannot hold",
        Positions.text(position, position.length), number, dtype);
  }

  private <T> T require(Class<T> type, @Nullable Object value) {
    if (!type.isInstance(value)) {
      throw WeirException.invalidArgument(
          "the element at %s is %s, not a %s for %s",
          Positions.text(position, position.length), describe(value), type.getSimpleName(), dtype);
    }
    return type.cast(value);
  }

  private static String describe(@Nullable Object value) {
    return value == null ? "null" : "the " + value.getClass().getSimpleName() + " " + value;
  }
}
