package dev.weir.ops.math;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.ops.support.OpGroup;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

/** Methods of {@link MathOps}: arithmetic, functions and conversions, element by element. */
abstract class ElementwiseMethods extends OpGroup {
  ElementwiseMethods(Scope scope) {
    super(scope);
  }

  /** {@code x + y}, broadcasting. Integers wrap. */
  public Output add(Operand x, Operand y) {
    return op("AddV2", x, y);
  }

  /** {@code x + y} for a number in the element type of x. */
  public Output add(Operand x, double y) {
    Call call = call("AddV2");
    return call.output(x, call.number("y", y, x));
  }

  /** The sum of operands of one shape. */
  public Output addN(Iterable<? extends Operand> inputs) {
    return node("AddN").inputList(inputs).build().output(0);
  }

  /** The sum of operands of one shape, which is known beforehand. */
  public Output accumulateN(Iterable<? extends Operand> inputs, Shape shape) {
    return node("AccumulateNV2")
        .inputList(inputs)
        .attr("shape", AttrValue.of(shape))
        .build()
        .output(0);
  }

  /** {@code x - y}, broadcasting. Integers wrap. */
  public Output sub(Operand x, Operand y) {
    return op("Sub", x, y);
  }

  /** {@code x - y} for a number in the element type of x. */
  public Output sub(Operand x, double y) {
    Call call = call("Sub");
    return call.output(x, call.number("y", y, x));
  }

  /** {@code x - y} for a number in the element type of y. */
  public Output sub(double x, Operand y) {
    Call call = call("Sub");
    return call.output(call.number("x", x, y), y);
  }

  /** {@code x · y}, broadcasting. Integers wrap. */
  public Output mul(Operand x, Operand y) {
    return op("Mul", x, y);
  }

  /** {@code x · y} for a number in the element type of x. */
  public Output mul(Operand x, double y) {
    Call call = call("Mul");
    return call.output(x, call.number("y", y, x));
  }

  /** {@code x · y}, broadcasting, but 0 where y is 0, even if x is infinite or NaN. */
  public Output mulNoNan(Operand x, Operand y) {
    return op("MulNoNan", x, y);
  }

  /** {@code x / y}, broadcasting. Integers are divided toward 0, and not by 0. */
  public Output div(Operand x, Operand y) {
    return op("Div", x, y);
  }

  /** {@code x / y} for a number in the element type of x. */
  public Output div(Operand x, double y) {
    Call call = call("Div");
    return call.output(x, call.number("y", y, x));
  }

  /** {@code x / y} for a number in the element type of y. */
  public Output div(double x, Operand y) {
    Call call = call("Div");
    return call.output(call.number("x", x, y), y);
  }

  /** {@code x / y}, broadcasting, but 0 where y is 0. */
  public Output divNoNan(Operand x, Operand y) {
    return op("DivNoNan", x, y);
  }

  /** {@code x / y} of real or complex numbers, broadcasting. */
  public Output realDiv(Operand x, Operand y) {
    return op("RealDiv", x, y);
  }

  /** {@code ⌊x / y⌋}, broadcasting. */
  public Output floorDiv(Operand x, Operand y) {
    return op("FloorDiv", x, y);
  }

  /** {@code ⌊x / y⌋} for a number in the element type of x. */
  public Output floorDiv(Operand x, double y) {
    Call call = call("FloorDiv");
    return call.output(x, call.number("y", y, x));
  }

  /** The remainder of x / y with the sign of y, broadcasting. */
  public Output floorMod(Operand x, Operand y) {
    return op("FloorMod", x, y);
  }

  /** The remainder of x / y, with the sign of y, for a number in the element type of x. */
  public Output floorMod(Operand x, double y) {
    Call call = call("FloorMod");
    return call.output(x, call.number("y", y, x));
  }

  /** {@code x / y} rounded toward 0, broadcasting. */
  public Output truncateDiv(Operand x, Operand y) {
    return op("TruncateDiv", x, y);
  }

  /** The remainder of x / y with the sign of x, broadcasting. */
  public Output truncateMod(Operand x, Operand y) {
    return op("TruncateMod", x, y);
  }

  /** {@code xʸ}, broadcasting. Integers wrap; an integer exponent must not be negative. */
  public Output pow(Operand x, Operand y) {
    return op("Pow", x, y);
  }

  /** {@code xʸ} for a number in the element type of x. */
  public Output pow(Operand x, double y) {
    Call call = call("Pow");
    return call.output(x, call.number("y", y, x));
  }

  /** The larger of x and y, broadcasting; NaN if one is NaN. */
  public Output maximum(Operand x, Operand y) {
    return op("Maximum", x, y);
  }

  /** The larger of x and a number in its element type; NaN if x is NaN. */
  public Output maximum(Operand x, double y) {
    Call call = call("Maximum");
    return call.output(x, call.number("y", y, x));
  }

  /** The smaller of x and y, broadcasting; NaN if one is NaN. */
  public Output minimum(Operand x, Operand y) {
    return op("Minimum", x, y);
  }

  /** The smaller of x and a number in its element type; NaN if x is NaN. */
  public Output minimum(Operand x, double y) {
    Call call = call("Minimum");
    return call.output(x, call.number("y", y, x));
  }

  /** {@code (x - y)²}, broadcasting. */
  public Output squaredDifference(Operand x, Operand y) {
    return op("SquaredDifference", x, y);
  }

  /** The number next to x1 in the direction of x2, broadcasting. */
  public Output nextAfter(Operand x1, Operand x2) {
    return op("NextAfter", x1, x2);
  }

  /** {@code |x|} of real numbers; see {@link #complexAbs}. */
  public Output abs(Operand x) {
    return op("Abs", x);
  }

  /** {@code -x}. Integers wrap. */
  public Output neg(Operand x) {
    return op("Neg", x);
  }

  /** -1, 0 or 1 as x is negative, zero or positive; {@code x / |x|} for complex numbers. */
  public Output sign(Operand x) {
    return op("Sign", x);
  }

  /** {@code x²}. Integers wrap. */
  public Output square(Operand x) {
    return op("Square", x);
  }

  /** {@code √x}; NaN for negative numbers. */
  public Output sqrt(Operand x) {
    return op("Sqrt", x);
  }

  /** {@code 1/√x}; ∞ for 0, NaN for negative numbers. */
  public Output rsqrt(Operand x) {
    return op("Rsqrt", x);
  }

  /** {@code 1/x}. */
  public Output reciprocal(Operand x) {
    return op("Reciprocal", x);
  }

  /** {@code eˣ}. */
  public Output exp(Operand x) {
    return op("Exp", x);
  }

  /** {@code eˣ - 1}, precise near 0. */
  public Output expm1(Operand x) {
    return op("Expm1", x);
  }

  /** {@code ln x}; -∞ for 0, NaN for negative numbers. */
  public Output log(Operand x) {
    return op("Log", x);
  }

  /** {@code ln(1 + x)}, precise near 0. */
  public Output log1p(Operand x) {
    return op("Log1p", x);
  }

  /** {@code x · ln y}, broadcasting, but 0 where x is 0. */
  public Output xlogy(Operand x, Operand y) {
    return op("Xlogy", x, y);
  }

  /** {@code x · ln(1 + y)}, broadcasting, but 0 where x is 0. */
  public Output xlog1py(Operand x, Operand y) {
    return op("Xlog1py", x, y);
  }

  /** {@code x / y}, broadcasting, but 0 where x is 0. */
  public Output xdivy(Operand x, Operand y) {
    return op("Xdivy", x, y);
  }

  /** {@code sin x}. */
  public Output sin(Operand x) {
    return op("Sin", x);
  }

  /** {@code cos x}. */
  public Output cos(Operand x) {
    return op("Cos", x);
  }

  /** {@code tan x}. */
  public Output tan(Operand x) {
    return op("Tan", x);
  }

  /** {@code arcsin x}, between -π/2 and π/2; NaN outside [-1, 1]. */
  public Output asin(Operand x) {
    return op("Asin", x);
  }

  /** {@code arccos x}, between 0 and π; NaN outside [-1, 1]. */
  public Output acos(Operand x) {
    return op("Acos", x);
  }

  /** {@code arctan x}, between -π/2 and π/2. */
  public Output atan(Operand x) {
    return op("Atan", x);
  }

  /** The angle of the point (x, y), between -π and π, broadcasting. */
  public Output atan2(Operand y, Operand x) {
    return op("Atan2", y, x);
  }

  /** {@code sinh x}. */
  public Output sinh(Operand x) {
    return op("Sinh", x);
  }

  /** {@code cosh x}. */
  public Output cosh(Operand x) {
    return op("Cosh", x);
  }

  /** {@code tanh x}, between -1 and 1. */
  public Output tanh(Operand x) {
    return op("Tanh", x);
  }

  /** {@code arsinh x}. */
  public Output asinh(Operand x) {
    return op("Asinh", x);
  }

  /** {@code arcosh x}; NaN for real x below 1. */
  public Output acosh(Operand x) {
    return op("Acosh", x);
  }

  /** {@code artanh x}; ±∞ for ±1, NaN beyond. */
  public Output atanh(Operand x) {
    return op("Atanh", x);
  }

  /** {@code 1 / (1 + e⁻ˣ)}, between 0 and 1. */
  public Output sigmoid(Operand x) {
    return op("Sigmoid", x);
  }

  /** The smallest whole number not below x. */
  public Output ceil(Operand x) {
    return op("Ceil", x);
  }

  /** The largest whole number not above x. */
  public Output floor(Operand x) {
    return op("Floor", x);
  }

  /** The whole number nearest to x, halves to the even one. */
  public Output rint(Operand x) {
    return op("Rint", x);
  }

  /** The whole number nearest to x, halves to the even one. Integers stay. */
  public Output round(Operand x) {
    return op("Round", x);
  }

  /** {@code real + imag · i}, broadcasting; complex128 from float64 and complex64 from float32. */
  public Output complex(Operand real, Operand imag) {
    DType out = real.asOutput().dtype() == DType.FLOAT64 ? DType.COMPLEX128 : DType.COMPLEX64;
    return node("Complex", real, imag).attr("Tout", out).build().output(0);
  }

  /** {@code |x|} of complex numbers. */
  public Output complexAbs(Operand x) {
    return complexPart("ComplexAbs", x);
  }

  /** The real part of complex numbers. */
  public Output real(Operand input) {
    return complexPart("Real", input);
  }

  /** The imaginary part of complex numbers. */
  public Output imag(Operand input) {
    return complexPart("Imag", input);
  }

  /** The angle of complex numbers, between -π and π. */
  public Output angle(Operand input) {
    return complexPart("Angle", input);
  }

  private Output complexPart(String op, Operand input) {
    DType part = input.asOutput().dtype().realPart();
    return node(op, input).attr("Tout", part).build().output(0);
  }

  /** The complex conjugate. */
  public Output conj(Operand input) {
    return op("Conj", input);
  }

  /** x in another element type, truncated or rounded to the nearest. */
  public Output cast(Operand x, DType dtype) {
    return node("Cast", x).attr("DstT", dtype).build().output(0);
  }

  /** x in another element type, where less precision means rounding toward 0 if so wished. */
  public Output cast(Operand x, DType dtype, boolean truncate) {
    return node("Cast", x).attr("DstT", dtype).attr("Truncate", truncate).build().output(0);
  }

  /** The bytes of a tensor as elements of another type. */
  public Output bitcast(Operand input, DType type) {
    return node("Bitcast", input).attr("type", type).build().output(0);
  }

  /**
   * t, limited to at least {@code clipValueMin} and at most {@code clipValueMax}, which are scalars
   * or of the shape of t.
   */
  public Output clipByValue(Operand t, Operand clipValueMin, Operand clipValueMax) {
    return op("ClipByValue", t, clipValueMin, clipValueMax);
  }

  /** t, limited to at least {@code min} and at most {@code max}, numbers in its element type. */
  public Output clipByValue(Operand t, double min, double max) {
    Call call = call("ClipByValue");
    return call.output(t, call.number("min", min, t), call.number("max", max, t));
  }
}
