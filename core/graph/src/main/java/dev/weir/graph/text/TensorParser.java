package dev.weir.graph.text;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads constants: {@code float32[2](1.0, 2.0)}. */
final class TensorParser {
  /** How many bytes all constants together may have that the text does not spell out. */
  private static final long MAX_REPEATED = 1L << 30;

  private static final int MAX_ELEMENT_BYTES = 16;

  private final TextScanner in;
  private long repeated;

  TensorParser(TextScanner in) {
    this.in = in;
  }

  /** The elements of a tensor, in parentheses. */
  Tensor parse(DType dtype, Shape shape) {
    if (!shape.isFullyKnown() || dtype == DType.RESOURCE || dtype == DType.VARIANT) {
      throw in.error("a constant has a known shape and a plain type, not " + dtype + shape);
    }
    long count = count(shape);
    in.expect("(");
    List<Object> given = new ArrayList<>();
    boolean repeats = false;
    while (!repeats && in.peek() != ')' && in.peek() != ';') {
      repeats = in.accept("...");
      if (!repeats) {
        given.add(element(dtype));
        if (given.getFirst() instanceof byte[] bytes && dtype != DType.STRING) {
          in.expect(")");
          return ofBytes(dtype, shape, count, bytes);
        }
      }
      if (!in.accept(",")) {
        break;
      }
    }
    if (in.accept(";")) {
      throw in.error("elements were left out here; print the graph in full to read it");
    }
    in.expect(")");
    boolean enough = repeats ? !given.isEmpty() && given.size() <= count : given.size() == count;
    if (!enough) {
      throw in.error(dtype + "" + shape + " needs " + count + " elements, got " + given.size());
    }
    charge(dtype, shape, count - given.size());
    Tensor tensor = Tensor.allocate(dtype, shape);
    for (long i = 0; i < count; i++) {
      set(tensor, i, given.get((int) Math.min(i, given.size() - 1)));
    }
    return tensor.freeze();
  }

  private long count(Shape shape) {
    try {
      return shape.elements();
    } catch (WeirException e) {
      throw in.error(e.getMessage());
    }
  }

  private void charge(DType dtype, Shape shape, long more) {
    if (more > MAX_REPEATED || repeated + more * MAX_ELEMENT_BYTES > MAX_REPEATED) {
      throw in.error(dtype + "" + shape + " is too large for a graph in text form");
    }
    repeated += more * MAX_ELEMENT_BYTES;
  }

  private Tensor ofBytes(DType dtype, Shape shape, long count, byte[] bytes) {
    if (count > bytes.length || count * dtype.byteSize() != bytes.length) {
      throw in.error(dtype + "" + shape + " does not take the " + bytes.length + " bytes given");
    }
    Tensor tensor = Tensor.allocate(dtype, shape);
    tensor.buffer().copyFromArray(bytes, 0, 0, bytes.length);
    return tensor.freeze();
  }

  /** A string, a number, a truth value, a pair of numbers, or all the bytes of the tensor. */
  private Object element(DType dtype) {
    if (dtype == DType.STRING) {
      return in.quoted();
    }
    if (dtype.isComplex() && in.accept("(")) {
      double real = number(in, in.word("a number"));
      in.expect(",");
      double imaginary = number(in, in.word("a number"));
      in.expect(")");
      return new double[] {real, imaginary};
    }
    String word = in.word("an element");
    try {
      if (word.startsWith("0x")) {
        return HexFormat.of().parseHex(word, 2, word.length());
      }
      if (dtype == DType.BOOL) {
        return bool(in, word);
      }
      if (dtype == DType.UINT64) {
        return Long.parseUnsignedLong(word);
      }
      if (dtype.isFloating() || dtype.isComplex()) {
        return number(in, word);
      }
      return Long.parseLong(word);
    } catch (IllegalArgumentException e) {
      throw in.error("\"" + word + "\" is no " + dtype);
    }
  }

  private static void set(Tensor tensor, long i, Object value) {
    switch (value) {
      case byte[] bytes -> tensor.setBytes(i, bytes);
      case double[] pair -> tensor.setComplex(i, pair[0], pair[1]);
      case Boolean flag -> tensor.setBoolean(i, flag);
      case Long number -> tensor.setLong(i, number);
      case Double number -> tensor.setDouble(i, number);
      default -> throw new IllegalStateException("no element: " + value);
    }
  }

  static boolean bool(TextScanner in, String word) {
    if (!word.equals("true") && !word.equals("false")) {
      throw in.error("\"" + word + "\" is neither true nor false");
    }
    return word.equals("true");
  }

  static double number(TextScanner in, String word) {
    try {
      return switch (word) {
        case "nan" -> Double.NaN;
        case "inf" -> Double.POSITIVE_INFINITY;
        case "-inf" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(word);
      };
    } catch (NumberFormatException e) {
      throw in.error("\"" + word + "\" is not a number");
    }
  }
}
