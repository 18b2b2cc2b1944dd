package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.math.DoubleExp;
import dev.weir.kernels.vector.internal.math.DoubleLog;
import dev.weir.kernels.vector.internal.math.DoubleMath;
import dev.weir.kernels.vector.internal.math.FloatExp;
import dev.weir.kernels.vector.internal.math.FloatLog;
import dev.weir.kernels.vector.internal.math.FloatMath;
import java.util.function.DoubleUnaryOperator;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;

/**
 * Transcendental functions in the precision of one type.
 *
 * @param <T> the box of the type
 */
public record RealFunctions<T>(
    Function<T> exp,
    Function<T> expOfNegative,
    Function<T> expm1,
    Function<T> log,
    Function<T> log1p,
    Function<T> softplus,
    Function<T> tanh,
    Function<T> sigmoid) {
  /** A function of vectors and its twin for single numbers, which gives the same bits. */
  record Function<T>(UnaryLoop.Function<T> vectors, DoubleUnaryOperator scalars) {}

  static final RealFunctions<Float> OF_FLOATS =
      new RealFunctions<>(
          floats(x -> FloatExp.exp((FloatVector) x), x -> FloatMath.exp((float) x)),
          floats(x -> FloatExp.expOfNegative((FloatVector) x), x -> FloatMath.exp((float) x)),
          floats(x -> FloatExp.expm1((FloatVector) x), x -> FloatMath.expm1((float) x)),
          floats(x -> FloatLog.log((FloatVector) x), x -> FloatMath.log((float) x)),
          floats(x -> FloatLog.log1p((FloatVector) x), x -> FloatMath.log1p((float) x)),
          floats(x -> FloatLog.softplus((FloatVector) x), x -> FloatMath.softplus((float) x)),
          floats(x -> FloatExp.tanh((FloatVector) x), x -> FloatMath.tanh((float) x)),
          floats(x -> FloatExp.sigmoid((FloatVector) x), x -> FloatMath.sigmoid((float) x)));

  static final RealFunctions<Double> OF_DOUBLES =
      new RealFunctions<>(
          doubles(x -> DoubleExp.exp((DoubleVector) x), DoubleMath::exp),
          doubles(x -> DoubleExp.expOfNegative((DoubleVector) x), DoubleMath::exp),
          doubles(x -> DoubleExp.expm1((DoubleVector) x), DoubleMath::expm1),
          doubles(x -> DoubleLog.log((DoubleVector) x), DoubleMath::log),
          doubles(x -> DoubleLog.log1p((DoubleVector) x), DoubleMath::log1p),
          doubles(x -> DoubleLog.softplus((DoubleVector) x), DoubleMath::softplus),
          doubles(x -> DoubleExp.tanh((DoubleVector) x), DoubleMath::tanh),
          doubles(x -> DoubleExp.sigmoid((DoubleVector) x), DoubleMath::sigmoid));

  private static Function<Float> floats(
      UnaryLoop.Function<Float> vectors, DoubleUnaryOperator scalars) {
    return new Function<>(vectors, scalars);
  }

  private static Function<Double> doubles(
      UnaryLoop.Function<Double> vectors, DoubleUnaryOperator scalars) {
    return new Function<>(vectors, scalars);
  }
}
