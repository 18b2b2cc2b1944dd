package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.Kernel;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.tensor.DType;
import java.util.function.Supplier;
import jdk.incubator.vector.VectorOperators;

/**
 * Comparisons of two operands.
 *
 * @param <T> the box of the type they are computed with
 */
final class ComparisonKernels<T> {
  private final KernelTable table;
  private final DType dtype;
  private final Element<T> element;

  private ComparisonKernels(KernelTable table, DType dtype, Element<T> element) {
    this.table = table;
    this.dtype = dtype;
    this.element = element;
  }

  static void addTo(KernelTable table) {
    ElementTypes.forEach(
        (dtype, element) -> new ComparisonKernels<>(table, dtype, element).addAll());
  }

  private void addAll() {
    order("Less", VectorOperators.LT, (x, y) -> x < y, (x, y) -> x < y);
    order("LessEqual", VectorOperators.LE, (x, y) -> x <= y, (x, y) -> x <= y);
    order("Greater", VectorOperators.GT, (x, y) -> x > y, (x, y) -> x > y);
    order("GreaterEqual", VectorOperators.GE, (x, y) -> x >= y, (x, y) -> x >= y);
    equality("Equal", VectorOperators.EQ, (x, y) -> x == y, (x, y) -> x == y);
    equality("NotEqual", VectorOperators.NE, (x, y) -> x != y, (x, y) -> x != y);
  }

  private void order(
      String op,
      VectorOperators.Comparison vectors,
      ScalarFunctions.RealTest reals,
      ScalarFunctions.IntegerTest integers) {
    table.addShared(op, dtype, kernel(vectors, new ScalarFunctions.Test(reals, integers)));
  }

  /** Operands whose shapes may be incompatible are left to the reference kernel. */
  private void equality(
      String op,
      VectorOperators.Comparison vectors,
      ScalarFunctions.RealTest reals,
      ScalarFunctions.IntegerTest integers) {
    table.addSharedIf(
        op,
        dtype,
        spec -> mustFit(spec.attrs()),
        kernel(vectors, new ScalarFunctions.Test(reals, integers)));
  }

  private static boolean mustFit(Attributes attrs) {
    return attrs.bool("incompatible_shape_error");
  }

  private Supplier<Kernel> kernel(
      VectorOperators.Comparison vectors, ScalarFunctions.Test scalars) {
    return () ->
        BinaryVectorKernel.comparing(
            ComparisonLoop.of(
                new ComparisonLoop.Operation<>(element, (x, y) -> x.compare(vectors, y), scalars)),
            element.shift());
  }
}
