package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Utf8;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
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
    for (long i = 0; i < x.elements(); i++) {
      String text = Utf8.text(Ascii.strip(x.getBytes(i)));
      switch (y.dtype()) {
        case FLOAT32 ->
            y.setFloat(i, isNumber(text, REAL) ? Float.parseFloat(text) : special(text));
        case FLOAT64 ->
            y.setDouble(i, isNumber(text, REAL) ? Double.parseDouble(text) : special(text));
        default -> y.setLong(i, integer(text, y.dtype()));
      }
    }
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
