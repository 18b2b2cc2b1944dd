package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Tensors from Java arrays of arrays. */
final class NestedArrays {
  private final Tensor tensor;
  private final Shape shape;
  private final int[] position;
  private long written;

  private NestedArrays(Tensor tensor) {
    this.tensor = tensor;
    this.shape = tensor.shape();
    this.position = new int[shape.rank()];
  }

  static Tensor read(Object array) {
    int rank = 0;
    Class<?> leaf = array.getClass();
    while (leaf.isArray()) {
      leaf = leaf.getComponentType();
      rank++;
    }
    Tensor tensor = Tensor.allocateUnshared(dtypeOf(leaf), shapeOf(array, rank));
    new NestedArrays(tensor).copy(array, 0);
    return tensor.freeze();
  }

  private static DType dtypeOf(Class<?> leaf) {
    if (leaf == float.class || leaf == Float.class) {
      return DType.FLOAT32;
    } else if (leaf == double.class || leaf == Double.class) {
      return DType.FLOAT64;
    } else if (leaf == int.class || leaf == Integer.class) {
      return DType.INT32;
    } else if (leaf == long.class || leaf == Long.class) {
      return DType.INT64;
    } else if (leaf == short.class || leaf == Short.class) {
      return DType.INT16;
    } else if (leaf == byte.class || leaf == Byte.class) {
      return DType.INT8;
    } else if (leaf == boolean.class || leaf == Boolean.class) {
      return DType.BOOL;
    } else if (leaf == String.class) {
      return DType.STRING;
    }
    throw WeirException.invalidArgument(
        "a tensor cannot be made of elements of the class %s", leaf.getTypeName());
  }

  /** The lengths of the first array at each depth; 0 below an empty one. */
  private static Shape shapeOf(Object array, int rank) {
    long[] sizes = new long[rank];
    Object first = array;
    for (int depth = 0; depth < rank && first != null; depth++) {
      sizes[depth] = Array.getLength(first);
      first = sizes[depth] == 0 ? null : Array.get(first, 0);
    }
    return Shape.of(sizes);
  }

  private void copy(@Nullable Object value, int depth) {
    if (value == null) {
      throw WeirException.invalidArgument(
          "the element at %s is null", Positions.text(position, depth));
    }
    if (depth == position.length) {
      setLeaf(value);
      return;
    }
    int length = Array.getLength(value);
    if (length != shape.size(depth)) {
      throw ragged("array", depth, length);
    }
    if (depth == position.length - 1
        && value.getClass().getComponentType().isPrimitive()
        && !(value instanceof boolean[])) {
      tensor.buffer().copyFromArray(value, 0, written * tensor.dtype().byteSize(), length);
      written += length;
      return;
    }
    for (int i = 0; i < length; i++) {
      position[depth] = i;
      copy(Array.get(value, i), depth + 1);
    }
  }

  private WeirException ragged(String kind, int depth, int length) {
    return ragged(kind, position, depth, length, shape.size(depth));
  }

  static WeirException ragged(String kind, int[] position, int depth, int length, long expected) {
    int[] first = new int[depth];
    Arrays.fill(first, 0);
    return WeirException.invalidArgument(
        "all %ss at a depth must have the same length: the one at %s has %d elements, the one at %s"
            + " has %d",
        kind, Positions.text(position, depth), length, Positions.text(first, depth), expected);
  }

  private void setLeaf(Object value) {
    long i = written++;
    switch (value) {
      case Boolean b -> tensor.setBoolean(i, b);
      case String s -> tensor.setBytes(i, s.getBytes(StandardCharsets.UTF_8));
      case Float f -> tensor.setFloat(i, f);
      case Double d -> tensor.setDouble(i, d);
      default -> tensor.setLong(i, ((Number) value).longValue());
    }
  }
}
