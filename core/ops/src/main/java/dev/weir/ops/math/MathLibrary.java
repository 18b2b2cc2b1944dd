package dev.weir.ops.math;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Arithmetic, powers, trigonometry, rounding, complex numbers and conversions. */
public final class MathLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new Abs(),
        new AccumulateNV2(),
        new Acos(),
        new Acosh(),
        new AddN(),
        new AddV2(),
        new Angle(),
        new Asin(),
        new Asinh(),
        new Atan(),
        new Atan2(),
        new Atanh(),
        new Bitcast(),
        new Cast(),
        new Ceil(),
        new ClipByValue(),
        new Complex(),
        new ComplexAbs(),
        new Conj(),
        new Cos(),
        new Cosh(),
        new Div(),
        new DivNoNan(),
        new Exp(),
        new Expm1(),
        new Floor(),
        new FloorDiv(),
        new FloorMod(),
        new Imag(),
        new Log(),
        new Log1p(),
        new Maximum(),
        new Minimum(),
        new Mul(),
        new MulNoNan(),
        new Neg(),
        new NextAfter(),
        new Pow(),
        new Real(),
        new RealDiv(),
        new Reciprocal(),
        new Rint(),
        new Round(),
        new Rsqrt(),
        new Sigmoid(),
        new Sign(),
        new Sin(),
        new Sinh(),
        new Sqrt(),
        new Square(),
        new SquaredDifference(),
        new Sub(),
        new Tan(),
        new Tanh(),
        new TruncateDiv(),
        new TruncateMod(),
        new Xdivy(),
        new Xlog1py(),
        new Xlogy());
  }

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(
        new ReciprocalGrad(), new RsqrtGrad(), new SigmoidGrad(), new SqrtGrad(), new TanhGrad());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(new Add(), new Inv(), new InvGrad(), new Mod());
  }
}
