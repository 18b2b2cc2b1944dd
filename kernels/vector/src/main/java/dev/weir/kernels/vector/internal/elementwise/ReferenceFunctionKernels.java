package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.ElementFunction;
import dev.weir.graph.kernel.ElementKernel;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.ComplexElement;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The functions of reference kernels in loops that know the type of their elements: for ops and
 * types that have no function of vectors. The results have the bits of the reference.
 */
final class ReferenceFunctionKernels {
  /** Ops whose function depends on the element type only. */
  private static final List<String> OPS =
      List.of(
          "Abs",
          "Acos",
          "Acosh",
          "Add",
          "AddV2",
          "Angle",
          "Asin",
          "Asinh",
          "Atan",
          "Atan2",
          "Atanh",
          "BesselI0",
          "BesselI0e",
          "BesselI1",
          "BesselI1e",
          "BesselJ0",
          "BesselJ1",
          "BesselK0",
          "BesselK0e",
          "BesselK1",
          "BesselK1e",
          "BesselY0",
          "BesselY1",
          "Ceil",
          "ComplexAbs",
          "Conj",
          "Cos",
          "Cosh",
          "Dawsn",
          "Digamma",
          "Div",
          "DivNoNan",
          "Elu",
          "EluGrad",
          "Erf",
          "Erfc",
          "Erfinv",
          "Exp",
          "Expint",
          "Expm1",
          "Floor",
          "FloorDiv",
          "FloorMod",
          "FresnelCos",
          "FresnelSin",
          "Imag",
          "Inv",
          "InvGrad",
          "Lgamma",
          "Log",
          "Log1p",
          "Maximum",
          "Minimum",
          "Mod",
          "Mul",
          "MulNoNan",
          "Ndtri",
          "Neg",
          "NextAfter",
          "Pow",
          "Real",
          "RealDiv",
          "Reciprocal",
          "ReciprocalGrad",
          "Relu",
          "Rint",
          "Round",
          "Rsqrt",
          "RsqrtGrad",
          "Selu",
          "SeluGrad",
          "Sigmoid",
          "SigmoidGrad",
          "Sign",
          "Sin",
          "Sinh",
          "Softplus",
          "SoftplusGrad",
          "Softsign",
          "SoftsignGrad",
          "Spence",
          "Sqrt",
          "SqrtGrad",
          "Square",
          "SquaredDifference",
          "Sub",
          "Tan",
          "Tanh",
          "TanhGrad",
          "TruncateDiv",
          "TruncateMod",
          "Xdivy",
          "Xlog1py",
          "Xlogy");

  /** Ops that take some hundred nanoseconds or more per element: series, continued fractions. */
  private static final List<String> HEAVY_OPS =
      List.of(
          "Betainc", "Igamma", "IgammaGradA", "Igammac", "Polygamma", "RandomGammaGrad", "Zeta");

  private ReferenceFunctionKernels() {}

  /** Adds kernels for the ops and types that have none yet. */
  static void addTo(KernelTable table) {
    OPS.forEach(op -> addTo(table, op, Grain.COSTLY));
    HEAVY_OPS.forEach(op -> addTo(table, op, Grain.HEAVY));
  }

  private static void addTo(KernelTable table, String op, Grain grain) {
    for (DType dtype : DType.values()) {
      Map<DType, Kernel> made = new ConcurrentHashMap<>(1);
      table.addIfAbsent(
          op,
          dtype,
          spec -> {
            Kernel kernel = made.get(spec.outputDtype(0));
            if (kernel == null) {
              kernel = kernel(spec, grain);
              if (kernel != null) {
                made.put(spec.outputDtype(0), kernel);
              }
            }
            return kernel;
          });
    }
  }

  private static @Nullable Kernel kernel(KernelSpec spec, Grain grain) {
    Element<?> element = ElementTypes.exact(spec.inputDtype(0));
    Element<?> result = ElementTypes.exact(spec.outputDtype(0));
    return element != null
            && result != null
            && OpRegistry.standard().get(spec.op()).kernel(spec) instanceof ElementKernel kernel
        ? of(kernel.function(), element, result, grain)
        : null;
  }

  private static Kernel of(
      ElementFunction function, Element<?> element, Element<?> result, Grain grain) {
    return switch (function) {
      case ElementFunction.Real f -> unary(element, ScalarFunctions.Unary.of(f.function()), grain);
      case ElementFunction.Whole f ->
          unary(element, ScalarFunctions.Unary.ofWhole(f.function()), grain);
      case ElementFunction.Complex f ->
          unary(element, ScalarFunctions.Unary.ofComplex(f.function()), grain);
      case ElementFunction.RealPair f ->
          binary(element, ScalarFunctions.Binary.of(f.function()), grain);
      case ElementFunction.WholePair f ->
          binary(element, ScalarFunctions.Binary.ofWhole(f.function()), grain);
      case ElementFunction.ComplexPair f ->
          binary(element, ScalarFunctions.Binary.ofComplex(f.function()), grain);
      case ElementFunction.ComplexPart f ->
          part(
              new ComplexPartLoop.Operation(
                  (ComplexElement<?>) element, (RealElement<?>) result, f.function()));
      case ElementFunction.RealTriple f ->
          new TernaryVectorKernel(
              TernaryLoop.of(new TernaryLoop.Operation((RealElement<?>) element, f.function())),
              grain);
    };
  }

  private static Kernel part(ComplexPartLoop.Operation operation) {
    UnaryLoop loop =
        Specialized.copy(MethodHandles.lookup(), ComplexPartLoop.class, UnaryLoop.class, operation);
    return UnaryVectorKernel.converting(loop, operation.from().shift(), operation.to().shift());
  }

  private static <T> Kernel unary(Element<T> element, ScalarFunctions.Unary function, Grain grain) {
    UnaryLoop loop =
        UnaryLoop.of(new UnaryLoop.Operation<>(element, null, function, grain.warmUpThreshold()));
    boolean isTabulated = 1 << element.shift() == Short.BYTES;
    return UnaryVectorKernel.of(
        isTabulated ? new TabulatedLoop(loop) : loop, element.shift(), grain);
  }

  private static <T> Kernel binary(
      Element<T> element, ScalarFunctions.Binary function, Grain grain) {
    BinaryLoop loop = BinaryLoop.of(new BinaryLoop.Operation<>(element, null, function));
    return BinaryVectorKernel.of(loop, element.shift(), grain);
  }
}
