package dev.weir.ops.math;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;

/** Methods of {@link MathOps}: comparison, logic and bits, element by element. */
abstract class LogicMethods extends ElementwiseMethods {
  LogicMethods(Scope scope) {
    super(scope);
  }

  /** Whether x is not a number. */
  public Output isNan(Operand x) {
    return op("IsNan", x);
  }

  /** Whether x is ∞ or -∞. */
  public Output isInf(Operand x) {
    return op("IsInf", x);
  }

  /** Whether x is neither infinite nor NaN. */
  public Output isFinite(Operand x) {
    return op("IsFinite", x);
  }

  /** Whether x equals y, broadcasting; shapes that do not fit are refused. */
  public Output equal(Operand x, Operand y) {
    return op("Equal", x, y);
  }

  /** Whether x equals y; false as a whole if the shapes do not fit and that is no error. */
  public Output equal(Operand x, Operand y, boolean incompatibleShapeError) {
    return equality("Equal", x, y, incompatibleShapeError);
  }

  /** Whether x equals a number in its element type. */
  public Output equal(Operand x, double y) {
    Call call = call("Equal");
    return call.output(x, call.number("y", y, x));
  }

  /** Whether x differs from y, broadcasting; shapes that do not fit are refused. */
  public Output notEqual(Operand x, Operand y) {
    return op("NotEqual", x, y);
  }

  /** Whether x differs from y; true as a whole if the shapes do not fit and that is no error. */
  public Output notEqual(Operand x, Operand y, boolean incompatibleShapeError) {
    return equality("NotEqual", x, y, incompatibleShapeError);
  }

  /** Whether x differs from a number in its element type. */
  public Output notEqual(Operand x, double y) {
    Call call = call("NotEqual");
    return call.output(x, call.number("y", y, x));
  }

  private Output equality(String op, Operand x, Operand y, boolean incompatibleShapeError) {
    return node(op, x, y)
        .attr("incompatible_shape_error", incompatibleShapeError)
        .build()
        .output(0);
  }

  /** {@code x < y}, broadcasting. */
  public Output less(Operand x, Operand y) {
    return op("Less", x, y);
  }

  /** {@code x < y} for a number in the element type of x. */
  public Output less(Operand x, double y) {
    Call call = call("Less");
    return call.output(x, call.number("y", y, x));
  }

  /** {@code x <= y}, broadcasting. */
  public Output lessEqual(Operand x, Operand y) {
    return op("LessEqual", x, y);
  }

  /** {@code x <= y} for a number in the element type of x. */
  public Output lessEqual(Operand x, double y) {
    Call call = call("LessEqual");
    return call.output(x, call.number("y", y, x));
  }

  /** {@code x > y}, broadcasting. */
  public Output greater(Operand x, Operand y) {
    return op("Greater", x, y);
  }

  /** {@code x > y} for a number in the element type of x. */
  public Output greater(Operand x, double y) {
    Call call = call("Greater");
    return call.output(x, call.number("y", y, x));
  }

  /** {@code x >= y}, broadcasting. */
  public Output greaterEqual(Operand x, Operand y) {
    return op("GreaterEqual", x, y);
  }

  /** {@code x >= y} for a number in the element type of x. */
  public Output greaterEqual(Operand x, double y) {
    Call call = call("GreaterEqual");
    return call.output(x, call.number("y", y, x));
  }

  /** Whether x and y, of one shape, are at most 1e-5 apart. */
  public Output approximateEqual(Operand x, Operand y) {
    return op("ApproximateEqual", x, y);
  }

  /** Whether x and y, of one shape, are at most {@code tolerance} apart. */
  public Output approximateEqual(Operand x, Operand y, float tolerance) {
    return node("ApproximateEqual", x, y).attr("tolerance", tolerance).build().output(0);
  }

  /** {@code x && y}, broadcasting. */
  public Output logicalAnd(Operand x, Operand y) {
    return op("LogicalAnd", x, y);
  }

  /** {@code x || y}, broadcasting. */
  public Output logicalOr(Operand x, Operand y) {
    return op("LogicalOr", x, y);
  }

  /** {@code !x}. */
  public Output logicalNot(Operand x) {
    return op("LogicalNot", x);
  }

  /** {@code x & y}, broadcasting. */
  public Output bitwiseAnd(Operand x, Operand y) {
    return op("BitwiseAnd", x, y);
  }

  /** {@code x | y}, broadcasting. */
  public Output bitwiseOr(Operand x, Operand y) {
    return op("BitwiseOr", x, y);
  }

  /** {@code x ^ y}, broadcasting. */
  public Output bitwiseXor(Operand x, Operand y) {
    return op("BitwiseXor", x, y);
  }

  /** {@code ~x}, every bit flipped. */
  public Output invert(Operand x) {
    return op("Invert", x);
  }

  /** {@code x << y}, broadcasting. */
  public Output leftShift(Operand x, Operand y) {
    return op("LeftShift", x, y);
  }

  /** {@code x >> y}, broadcasting; signed numbers keep their sign. */
  public Output rightShift(Operand x, Operand y) {
    return op("RightShift", x, y);
  }

  /** The number of bits of x that are 1, as uint8. */
  public Output populationCount(Operand x) {
    return op("PopulationCount", x);
  }
}
