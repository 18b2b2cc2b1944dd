package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StringLoop;
import dev.weir.ops.support.Utf8;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The number that every string shows. White space around it is ignored; integers out of range are
 * refused, real numbers become infinite.
 */
final class StringToNumber extends Op {
  private static final Pattern REAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern INTEGER = Pattern.compile("-?\\d+");

  StringToNumber() {
    super(
        "StringToNumber(string_tensor: string) -> (output: out_type) out_type:type=float in [float,"
            + " double, int32, int64, uint32, uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return StringToNumber::parseAll;
  }

  private static void parseAll(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.allocate(0, x.shape());
    Buffer numbers = y.buffer();
    DType dtype = y.dtype();
    switch (dtype) {
      case FLOAT32 ->
          StringLoop.forEach(context, x, i -> numbers.setFloat(i, ofFloat(x.getBytes(i))));
      case FLOAT64 ->
          StringLoop.forEach(context, x, i -> numbers.setDouble(i, ofDouble(x.getBytes(i))));
      default -> StringLoop.forEach(context, x, i -> y.setLong(i, integer(x.getBytes(i), dtype)));
    }
  }

  private static float ofFloat(byte[] bytes) {
    float plain = DecimalReader.realOfFloat(bytes);
    if (!Float.isNaN(plain)) {
      return plain;
    }
    String text = Utf8.text(Ascii.strip(bytes));
    return isNumber(text, REAL) ? Float.parseFloat(text) : special(text);
  }

  private static double ofDouble(byte[] bytes) {
    double plain = DecimalReader.real(bytes);
    if (!Double.isNaN(plain)) {
      return plain;
    }
    String text = Utf8.text(Ascii.strip(bytes));
    return isNumber(text, REAL) ? Double.parseDouble(text) : special(text);
  }

  private static long integer(byte[] bytes, DType dtype) {
    long plain = DecimalReader.integer(bytes);
    boolean isInRange =
        switch (dtype) {
          case INT32 -> plain == (int) plain;
          case UINT32, UINT64 -> plain >= 0 && (dtype == DType.UINT64 || plain >>> 32 == 0);
          default -> plain != DecimalReader.NO_INTEGER;
        };
    return isInRange ? plain : integer(Utf8.text(Ascii.strip(bytes)), dtype);
  }

  private static boolean isNumber(String text, Pattern form) {
    return form.matcher(text).matches();
  }

  private static float special(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "inf", "+inf" -> Float.POSITIVE_INFINITY;
      case "-inf" -> Float.NEGATIVE_INFINITY;
      case "nan", "+nan", "-nan" -> Float.NaN;
      default -> throw refusal(text, DType.FLOAT32);
    };
  }

  private static long integer(String text, DType dtype) {
    if (!isNumber(text, INTEGER)) {
      throw refusal(text, dtype);
    }
    BigInteger value = new BigInteger(text);
    int bits = 8 * dtype.byteSize();
    boolean fits =
        dtype.isUnsigned()
            ? value.signum() >= 0 && value.bitLength() <= bits
            : value.bitLength() < bits;
    if (!fits) {
      throw refusal(text, dtype);
    }
    return value.longValue();
  }

  private static WeirException refusal(String text, DType dtype) {
    return WeirException.invalidArgument("not a number of type %s: \"%s\"", dtype, text);
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
