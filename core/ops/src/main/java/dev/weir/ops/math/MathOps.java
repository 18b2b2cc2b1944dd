package dev.weir.ops.math;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

/** Builds nodes: arithmetic, comparison, logic and functions, element by element. */
public final class MathOps {
  /** Error, gamma, Bessel and other special functions. */
  public final SpecialOps special;

  private final Scope scope;

  public MathOps(Scope scope) {
    this.scope = scope;
    this.special = new SpecialOps(scope);
  }

  /** {@code x + y}, broadcasting. Integers wrap. */
  public Output add(Operand x, Operand y) {
    return scope.node("AddV2").input(x).input(y).build().output(0);
  }

  /**
   * {@code x + y}, broadcasting; strings are joined. The older form of {@link #add}, which has
   * fewer number types.
   */
  public Output addV1(Operand x, Operand y) {
    return scope.node("Add").input(x).input(y).build().output(0);
  }

  /** The sum of operands of one shape. */
  public Output addN(Iterable<? extends Operand> inputs) {
    return scope.node("AddN").inputList(inputs).build().output(0);
  }

  /** The sum of operands of one shape, which is known beforehand. */
  public Output accumulateN(Iterable<? extends Operand> inputs, Shape shape) {
    return scope
        .node("AccumulateNV2")
        .inputList(inputs)
        .attr("shape", AttrValue.of(shape))
        .build()
        .output(0);
  }

  /** {@code x - y}, broadcasting. Integers wrap. */
  public Output sub(Operand x, Operand y) {
    return scope.node("Sub").input(x).input(y).build().output(0);
  }

  /** {@code x · y}, broadcasting. Integers wrap. */
  public Output mul(Operand x, Operand y) {
    return scope.node("Mul").input(x).input(y).build().output(0);
  }

  /** {@code x · y}, broadcasting, but 0 where y is 0, even if x is infinite or NaN. */
  public Output mulNoNan(Operand x, Operand y) {
    return scope.node("MulNoNan").input(x).input(y).build().output(0);
  }

  /** {@code x / y}, broadcasting. Integers are divided toward 0, and not by 0. */
  public Output div(Operand x, Operand y) {
    return scope.node("Div").input(x).input(y).build().output(0);
  }

  /** {@code x / y}, broadcasting, but 0 where y is 0. */
  public Output divNoNan(Operand x, Operand y) {
    return scope.node("DivNoNan").input(x).input(y).build().output(0);
  }

  /** {@code x / y} of real or complex numbers, broadcasting. */
  public Output realDiv(Operand x, Operand y) {
    return scope.node("RealDiv").input(x).input(y).build().output(0);
  }

  /** {@code ⌊x / y⌋}, broadcasting. */
  public Output floorDiv(Operand x, Operand y) {
    return scope.node("FloorDiv").input(x).input(y).build().output(0);
  }

  /** The remainder of x / y with the sign of y, broadcasting. */
  public Output floorMod(Operand x, Operand y) {
    return scope.node("FloorMod").input(x).input(y).build().output(0);
  }

  /** {@code x / y} rounded toward 0, broadcasting. */
  public Output truncateDiv(Operand x, Operand y) {
    return scope.node("TruncateDiv").input(x).input(y).build().output(0);
  }

  /** The remainder of x / y with the sign of x, broadcasting. */
  public Output truncateMod(Operand x, Operand y) {
    return scope.node("TruncateMod").input(x).input(y).build().output(0);
  }

  /** The remainder of x / y with the sign of x, broadcasting. */
  public Output mod(Operand x, Operand y) {
    return scope.node("Mod").input(x).input(y).build().output(0);
  }

  /** {@code xʸ}, broadcasting. Integers wrap; an integer exponent must not be negative. */
  public Output pow(Operand x, Operand y) {
    return scope.node("Pow").input(x).input(y).build().output(0);
  }

  /** The larger of x and y, broadcasting; NaN if one is NaN. */
  public Output maximum(Operand x, Operand y) {
    return scope.node("Maximum").input(x).input(y).build().output(0);
  }

  /** The smaller of x and y, broadcasting; NaN if one is NaN. */
  public Output minimum(Operand x, Operand y) {
    return scope.node("Minimum").input(x).input(y).build().output(0);
  }

  /** {@code (x - y)²}, broadcasting. */
  public Output squaredDifference(Operand x, Operand y) {
    return scope.node("SquaredDifference").input(x).input(y).build().output(0);
  }

  /** The number next to x1 in the direction of x2, broadcasting. */
  public Output nextAfter(Operand x1, Operand x2) {
    return scope.node("NextAfter").input(x1).input(x2).build().output(0);
  }

  /** {@code |x|} of real numbers; see {@link #complexAbs}. */
  public Output abs(Operand x) {
    return scope.node("Abs").input(x).build().output(0);
  }

  /** {@code -x}. Integers wrap. */
  public Output neg(Operand x) {
    return scope.node("Neg").input(x).build().output(0);
  }

  /** -1, 0 or 1 as x is negative, zero or positive; {@code x / |x|} for complex numbers. */
  public Output sign(Operand x) {
    return scope.node("Sign").input(x).build().output(0);
  }

  /** {@code x²}. Integers wrap. */
  public Output square(Operand x) {
    return scope.node("Square").input(x).build().output(0);
  }

  /** {@code √x}; NaN for negative numbers. */
  public Output sqrt(Operand x) {
    return scope.node("Sqrt").input(x).build().output(0);
  }

  /** {@code 1/√x}; ∞ for 0, NaN for negative numbers. */
  public Output rsqrt(Operand x) {
    return scope.node("Rsqrt").input(x).build().output(0);
  }

  /** {@code 1/x}. */
  public Output reciprocal(Operand x) {
    return scope.node("Reciprocal").input(x).build().output(0);
  }

  /** {@code 1/x}: an older name of {@link #reciprocal}. */
  public Output inv(Operand x) {
    return scope.node("Inv").input(x).build().output(0);
  }

  /** {@code eˣ}. */
  public Output exp(Operand x) {
    return scope.node("Exp").input(x).build().output(0);
  }

  /** {@code eˣ - 1}, precise near 0. */
  public Output expm1(Operand x) {
    return scope.node("Expm1").input(x).build().output(0);
  }

  /** {@code ln x}; -∞ for 0, NaN for negative numbers. */
  public Output log(Operand x) {
    return scope.node("Log").input(x).build().output(0);
  }

  /** {@code ln(1 + x)}, precise near 0. */
  public Output log1p(Operand x) {
    return scope.node("Log1p").input(x).build().output(0);
  }

  /** {@code x · ln y}, broadcasting, but 0 where x is 0. */
  public Output xlogy(Operand x, Operand y) {
    return scope.node("Xlogy").input(x).input(y).build().output(0);
  }

  /** {@code x · ln(1 + y)}, broadcasting, but 0 where x is 0. */
  public Output xlog1py(Operand x, Operand y) {
    return scope.node("Xlog1py").input(x).input(y).build().output(0);
  }

  /** {@code x / y}, broadcasting, but 0 where x is 0. */
  public Output xdivy(Operand x, Operand y) {
    return scope.node("Xdivy").input(x).input(y).build().output(0);
  }

  /** {@code sin x}. */
  public Output sin(Operand x) {
    return scope.node("Sin").input(x).build().output(0);
  }

  /** {@code cos x}. */
  public Output cos(Operand x) {
    return scope.node("Cos").input(x).build().output(0);
  }

  /** {@code tan x}. */
  public Output tan(Operand x) {
    return scope.node("Tan").input(x).build().output(0);
  }

  /** {@code arcsin x}, between -π/2 and π/2; NaN outside [-1, 1]. */
  public Output asin(Operand x) {
    return scope.node("Asin").input(x).build().output(0);
  }

  /** {@code arccos x}, between 0 and π; NaN outside [-1, 1]. */
  public Output acos(Operand x) {
    return scope.node("Acos").input(x).build().output(0);
  }

  /** {@code arctan x}, between -π/2 and π/2. */
  public Output atan(Operand x) {
    return scope.node("Atan").input(x).build().output(0);
  }

  /** The angle of the point (x, y), between -π and π, broadcasting. */
  public Output atan2(Operand y, Operand x) {
    return scope.node("Atan2").input(y).input(x).build().output(0);
  }

  /** {@code sinh x}. */
  public Output sinh(Operand x) {
    return scope.node("Sinh").input(x).build().output(0);
  }

  /** {@code cosh x}. */
  public Output cosh(Operand x) {
    return scope.node("Cosh").input(x).build().output(0);
  }

  /** {@code tanh x}, between -1 and 1. */
  public Output tanh(Operand x) {
    return scope.node("Tanh").input(x).build().output(0);
  }

  /** {@code arsinh x}. */
  public Output asinh(Operand x) {
    return scope.node("Asinh").input(x).build().output(0);
  }

  /** {@code arcosh x}; NaN for real x below 1. */
  public Output acosh(Operand x) {
    return scope.node("Acosh").input(x).build().output(0);
  }

  /** {@code artanh x}; ±∞ for ±1, NaN beyond. */
  public Output atanh(Operand x) {
    return scope.node("Atanh").input(x).build().output(0);
  }

  /** {@code 1 / (1 + e⁻ˣ)}, between 0 and 1. */
  public Output sigmoid(Operand x) {
    return scope.node("Sigmoid").input(x).build().output(0);
  }

  /** The smallest whole number not below x. */
  public Output ceil(Operand x) {
    return scope.node("Ceil").input(x).build().output(0);
  }

  /** The largest whole number not above x. */
  public Output floor(Operand x) {
    return scope.node("Floor").input(x).build().output(0);
  }

  /** The whole number nearest to x, halves to the even one. */
  public Output rint(Operand x) {
    return scope.node("Rint").input(x).build().output(0);
  }

  /** The whole number nearest to x, halves to the even one. Integers stay. */
  public Output round(Operand x) {
    return scope.node("Round").input(x).build().output(0);
  }

  /** Whether x is not a number. */
  public Output isNan(Operand x) {
    return scope.node("IsNan").input(x).build().output(0);
  }

  /** Whether x is ∞ or -∞. */
  public Output isInf(Operand x) {
    return scope.node("IsInf").input(x).build().output(0);
  }

  /** Whether x is neither infinite nor NaN. */
  public Output isFinite(Operand x) {
    return scope.node("IsFinite").input(x).build().output(0);
  }

  /** Whether x equals y, broadcasting; shapes that do not fit are refused. */
  public Output equal(Operand x, Operand y) {
    return scope.node("Equal").input(x).input(y).build().output(0);
  }

  /** Whether x equals y; false as a whole if the shapes do not fit and that is no error. */
  public Output equal(Operand x, Operand y, boolean incompatibleShapeError) {
    return equality("Equal", x, y, incompatibleShapeError);
  }

  /** Whether x differs from y, broadcasting; shapes that do not fit are refused. */
  public Output notEqual(Operand x, Operand y) {
    return scope.node("NotEqual").input(x).input(y).build().output(0);
  }

  /** Whether x differs from y; true as a whole if the shapes do not fit and that is no error. */
  public Output notEqual(Operand x, Operand y, boolean incompatibleShapeError) {
    return equality("NotEqual", x, y, incompatibleShapeError);
  }

  private Output equality(String op, Operand x, Operand y, boolean incompatibleShapeError) {
    return scope
        .node(op)
        .input(x)
        .input(y)
        .attr("incompatible_shape_error", incompatibleShapeError)
        .build()
        .output(0);
  }

  /** {@code x < y}, broadcasting. */
  public Output less(Operand x, Operand y) {
    return scope.node("Less").input(x).input(y).build().output(0);
  }

  /** {@code x <= y}, broadcasting. */
  public Output lessEqual(Operand x, Operand y) {
    return scope.node("LessEqual").input(x).input(y).build().output(0);
  }

  /** {@code x > y}, broadcasting. */
  public Output greater(Operand x, Operand y) {
    return scope.node("Greater").input(x).input(y).build().output(0);
  }

  /** {@code x >= y}, broadcasting. */
  public Output greaterEqual(Operand x, Operand y) {
    return scope.node("GreaterEqual").input(x).input(y).build().output(0);
  }

  /** Whether x and y, of one shape, are at most 1e-5 apart. */
  public Output approximateEqual(Operand x, Operand y) {
    return scope.node("ApproximateEqual").input(x).input(y).build().output(0);
  }

  /** Whether x and y, of one shape, are at most {@code tolerance} apart. */
  public Output approximateEqual(Operand x, Operand y, float tolerance) {
    return scope
        .node("ApproximateEqual")
        .input(x)
        .input(y)
        .attr("tolerance", tolerance)
        .build()
        .output(0);
  }

  /** {@code x && y}, broadcasting. */
  public Output logicalAnd(Operand x, Operand y) {
    return scope.node("LogicalAnd").input(x).input(y).build().output(0);
  }

  /** {@code x || y}, broadcasting. */
  public Output logicalOr(Operand x, Operand y) {
    return scope.node("LogicalOr").input(x).input(y).build().output(0);
  }

  /** {@code !x}. */
  public Output logicalNot(Operand x) {
    return scope.node("LogicalNot").input(x).build().output(0);
  }

  /** {@code x & y}, broadcasting. */
  public Output bitwiseAnd(Operand x, Operand y) {
    return scope.node("BitwiseAnd").input(x).input(y).build().output(0);
  }

  /** {@code x | y}, broadcasting. */
  public Output bitwiseOr(Operand x, Operand y) {
    return scope.node("BitwiseOr").input(x).input(y).build().output(0);
  }

  /** {@code x ^ y}, broadcasting. */
  public Output bitwiseXor(Operand x, Operand y) {
    return scope.node("BitwiseXor").input(x).input(y).build().output(0);
  }

  /** {@code ~x}, every bit flipped. */
  public Output invert(Operand x) {
    return scope.node("Invert").input(x).build().output(0);
  }

  /** {@code x << y}, broadcasting. */
  public Output leftShift(Operand x, Operand y) {
    return scope.node("LeftShift").input(x).input(y).build().output(0);
  }

  /** {@code x >> y}, broadcasting; signed numbers keep their sign. */
  public Output rightShift(Operand x, Operand y) {
    return scope.node("RightShift").input(x).input(y).build().output(0);
  }

  /** The number of bits of x that are 1, as uint8. */
  public Output populationCount(Operand x) {
    return scope.node("PopulationCount").input(x).build().output(0);
  }

  /** {@code real + imag · i}, broadcasting; complex128 from float64 and complex64 from float32. */
  public Output complex(Operand real, Operand imag) {
    DType out = real.asOutput().dtype() == DType.FLOAT64 ? DType.COMPLEX128 : DType.COMPLEX64;
    return scope.node("Complex").input(real).input(imag).attr("Tout", out).build().output(0);
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
    return scope.node(op).input(input).attr("Tout", part).build().output(0);
  }

  /** The complex conjugate. */
  public Output conj(Operand input) {
    return scope.node("Conj").input(input).build().output(0);
  }

  /** t where the condition holds and e elsewhere; all three are broadcast. */
  public Output select(Operand condition, Operand t, Operand e) {
    return scope.node("SelectV2").input(condition).input(t).input(e).build().output(0);
  }

  /**
   * t where the condition holds and e elsewhere: the older form of {@link #select}, whose condition
   * has the shape of t and e, or is a scalar, or a vector with an element for each row.
   */
  public Output selectV1(Operand condition, Operand t, Operand e) {
    return scope.node("Select").input(condition).input(t).input(e).build().output(0);
  }

  /** x in another element type, truncated or rounded to the nearest. */
  public Output cast(Operand x, DType dtype) {
    return scope.node("Cast").input(x).attr("DstT", dtype).build().output(0);
  }

  /** x in another element type, where less precision means rounding toward 0 if so wished. */
  public Output cast(Operand x, DType dtype, boolean truncate) {
    return scope
        .node("Cast")
        .input(x)
        .attr("DstT", dtype)
        .attr("Truncate", truncate)
        .build()
        .output(0);
  }

  /** The bytes of a tensor as elements of another type. */
  public Output bitcast(Operand input, DType type) {
    return scope.node("Bitcast").input(input).attr("type", type).build().output(0);
  }

  /**
   * t, limited to at least {@code clipValueMin} and at most {@code clipValueMax}, which are scalars
   * or of the shape of t.
   */
  public Output clipByValue(Operand t, Operand clipValueMin, Operand clipValueMax) {
    return scope
        .node("ClipByValue")
        .input(t)
        .input(clipValueMin)
        .input(clipValueMax)
        .build()
        .output(0);
  }
}
