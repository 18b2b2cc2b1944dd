package dev.weir.cli;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tensors as JSON: {@code {"dtype": "float32", "shape": [2], "values": [1.0, "NaN"]}}. A tensor can
 * also be read from its values alone where the type is known. Bytes that are no UTF-8 are {@code
 * {"b64": "…"}}, complex numbers {@code {"real": …, "imag": …}}.
 */
final class TensorJson {
  private static final BigDecimal LEAST_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal GREATEST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal GREATEST_ULONG =
      new BigDecimal(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));

  private TensorJson() {}

  /** The object of a tensor, for a {@code JsonWriter}. */
  static Map<String, Object> write(Tensor tensor) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("dtype", tensor.dtype().toString());
    List<Long> shape = new ArrayList<>();
    for (long size : tensor.shape().sizes()) {
      shape.add(size);
    }
    object.put("shape", shape);
    object.put("values", values(tensor, 0, new long[] {0}));
    return object;
  }

  private static Object values(Tensor tensor, int dimension, long[] next) {
    if (dimension == tensor.shape().rank()) {
      return element(tensor, next[0]++);
    }
    List<Object> list = new ArrayList<>();
    for (long i = 0; i < tensor.shape().size(dimension); i++) {
      list.add(values(tensor, dimension + 1, next));
    }
    return list;
  }

  private static Object element(Tensor tensor, long i) {
    DType dtype = tensor.dtype();
    if (dtype == DType.STRING) {
      return string(tensor.getBytes(i));
    }
    if (dtype == DType.BOOL) {
      return tensor.getBoolean(i);
    }
    if (dtype.isComplex()) {
      Map<String, Object> parts = new LinkedHashMap<>();
      parts.put("real", part(tensor.getReal(i), dtype.realPart()));
      parts.put("imag", part(tensor.getImaginary(i), dtype.realPart()));
      return parts;
    }
    if (dtype.isFloating()) {
      return part(tensor.getDouble(i), dtype);
    }
    if (dtype.isObject()) {
      return String.valueOf(tensor.getObject(i));
    }
    return dtype == DType.UINT64
        ? new BigInteger(Long.toUnsignedString(tensor.getLong(i)))
        : (Object) tensor.getLong(i);
  }

  /** Floats with the digits a float needs, not those of the double it becomes. */
  private static Object part(double value, DType dtype) {
    return dtype == DType.FLOAT64 ? (Object) value : (Object) (float) value;
  }

  private static Object string(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return Map.of("b64", Base64.getEncoder().encodeToString(bytes));
    }
  }

  /** Reads a tensor for an edge of this type and shape. */
  static Tensor read(@Nullable Object json, DType dtype) {
    if (json instanceof Map<?, ?> object && object.containsKey("values")) {
      if (object.get("dtype") instanceof String name && DType.ofName(name) != dtype) {
        throw WeirException.invalidArgument("the value is %s, but %s is needed", name, dtype);
      }
      Tensor tensor = read(object.get("values"), dtype);
      return object.get("shape") instanceof List<?> sizes ? tensor.reshaped(shape(sizes)) : tensor;
    }
    List<@Nullable Object> elements = new ArrayList<>();
    Shape shape = collect(json, elements, 0);
    Tensor tensor = Tensor.allocate(dtype, shape);
    for (int i = 0; i < elements.size(); i++) {
      set(tensor, i, elements.get(i));
    }
    return tensor.freeze();
  }

  private static Shape shape(List<?> sizes) {
    long[] numbers = new long[sizes.size()];
    for (int i = 0; i < numbers.length; i++) {
      if (!(sizes.get(i) instanceof BigDecimal size)
          || !isWhole(size)
          || size.signum() < 0
          || size.compareTo(GREATEST_LONG) > 0) {
        throw WeirException.invalidArgument(
            "a shape is a list of whole numbers from 0 to %s, got %s for dimension %d",
            GREATEST_LONG, String.valueOf(sizes.get(i)), i);
      }
      numbers[i] = size.longValueExact();
    }
    return Shape.of(numbers);
  }

  /** Flattens nested lists, which must be rectangular; returns their shape. */
  private static Shape collect(@Nullable Object json, List<@Nullable Object> elements, int depth) {
    if (!(json instanceof List<?> list)) {
      elements.add(json);
      return Shape.scalar();
    }
    Shape inner = null;
    for (int i = 0; i < list.size(); i++) {
      Shape next = collect(list.get(i), elements, depth + 1);
      if (inner != null && !inner.equals(next)) {
        throw WeirException.invalidArgument(
            "lists at depth %d must have the same shape: entry 0 is %s, entry %d is %s",
            depth + 1, inner, i, next);
      }
      inner = next;
    }
    return Shape.of(list.size()).concat(inner == null ? Shape.scalar() : inner);
  }

  private static void set(Tensor tensor, int i, @Nullable Object value) {
    DType dtype = tensor.dtype();
    if (dtype == DType.STRING) {
      tensor.setBytes(i, bytes(value));
    } else if (dtype == DType.BOOL && value instanceof Boolean bool) {
      tensor.setBoolean(i, bool);
    } else if (dtype.isComplex()) {
      setComplex(tensor, i, value);
    } else if (dtype.isFloating()) {
      tensor.setDouble(i, floating(value, dtype));
    } else if ((dtype.isInteger() || dtype.isQuantized()) && value instanceof BigDecimal number) {
      tensor.setLong(i, integer(number, dtype));
    } else if ((dtype.isInteger() || dtype.isQuantized()) && value instanceof Double) {
      tensor.setLong(i, 0); // -0
    } else {
      throw notA(value, dtype);
    }
  }

  private static void setComplex(Tensor tensor, int i, @Nullable Object value) {
    if (value instanceof Map<?, ?> parts && parts.containsKey("real")) {
      tensor.setComplex(
          i,
          floating(parts.get("real"), tensor.dtype()),
          parts.containsKey("imag") ? floating(parts.get("imag"), tensor.dtype()) : 0);
    } else {
      tensor.setComplex(i, floating(value, tensor.dtype()), 0);
    }
  }

  private static byte[] bytes(@Nullable Object value) {
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (value instanceof Map<?, ?> object && object.get("b64") instanceof String encoded) {
      try {
        return Base64.getDecoder().decode(encoded);
      } catch (IllegalArgumentException e) {
        throw WeirException.invalidArgument("\"b64\" is not base64: %s", encoded);
      }
    }
    throw notA(value, DType.STRING);
  }

  private static double floating(@Nullable Object value, DType dtype) {
    return switch (value) {
      case BigDecimal number -> finite(number, dtype);
      case Double negativeZero -> negativeZero;
      case String text when text.equals("NaN") -> Double.NaN;
      case String text when text.equals("Infinity") -> Double.POSITIVE_INFINITY;
      case String text when text.equals("-Infinity") -> Double.NEGATIVE_INFINITY;
      case null, default -> throw notA(value, dtype);
    };
  }

  /** Larger numbers would become infinite, which is written {@code "Infinity"} when it is meant. */
  private static double finite(BigDecimal number, DType dtype) {
    double nearest = number.doubleValue();
    boolean isFinite =
        dtype == DType.FLOAT32 ? Float.isFinite((float) nearest) : Double.isFinite(nearest);
    if (!isFinite) {
      throw WeirException.invalidArgument(
          "%s is too large for %s; write \"Infinity\" if that is meant", number, dtype);
    }
    return nearest;
  }

  private static WeirException notA(@Nullable Object value, DType dtype) {
    return WeirException.invalidArgument(
        "%s is not a %s",
        value instanceof String text ? '"' + text + '"' : String.valueOf(value), dtype);
  }

  private static boolean isWhole(BigDecimal number) {
    return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
  }

  private static long integer(BigDecimal number, DType dtype) {
    BigDecimal least = LEAST_LONG;
    BigDecimal greatest = GREATEST_LONG;
    int bits = 8 * dtype.byteSize();
    boolean isUnsigned = dtype.isUnsigned() || dtype == DType.QUINT8 || dtype == DType.QUINT16;
    if (isUnsigned) {
      least = BigDecimal.ZERO;
      greatest =
          bits == 64
              ? GREATEST_ULONG
              : new BigDecimal(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
    } else if (bits < 64) {
      least = new BigDecimal(BigInteger.ONE.shiftLeft(bits - 1).negate());
      greatest = new BigDecimal(BigInteger.ONE.shiftLeft(bits - 1).subtract(BigInteger.ONE));
    }
    if (!isWhole(number) || number.compareTo(least) < 0 || number.compareTo(greatest) > 0) {
      throw WeirException.invalidArgument(
          "%s is not a %s: expected a whole number from %s to %s", number, dtype, least, greatest);
    }
    return number.toBigInteger().longValue();
  }
}
