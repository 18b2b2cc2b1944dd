package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import java.util.function.Predicate;
import jdk.incubator.vector.VectorOperators;

/** Comparisons of two operands. */
final class ComparisonKernels {
  private static final Predicate<KernelSpec> ALWAYS = spec -> true;

  /** Operands whose shapes may be incompatible are left to the reference kernel. */
  private static final Predicate<KernelSpec> MUST_FIT =
      spec -> spec.attrs().bool("incompatible_shape_error");

  private ComparisonKernels() {}

  static void addTo(KernelTable table, ElementwiseFunctions functions) {
    ElementTypes.forEach(
        (dtype, element) -> addAll(new ElementwiseTable<>(table, functions, dtype, element)));
  }

  private static void addAll(ElementwiseTable<?> ops) {
    add(ops, "Less", ALWAYS, VectorOperators.LT, (x, y) -> x < y, (x, y) -> x < y);
    add(ops, "LessEqual", ALWAYS, VectorOperators.LE, (x, y) -> x <= y, (x, y) -> x <= y);
    add(ops, "Greater", ALWAYS, VectorOperators.GT, (x, y) -> x > y, (x, y) -> x > y);
    add(ops, "GreaterEqual", ALWAYS, VectorOperators.GE, (x, y) -> x >= y, (x, y) -> x >= y);
    add(ops, "Equal", MUST_FIT, VectorOperators.EQ, (x, y) -> x == y, (x, y) -> x == y);
    add(ops, "NotEqual", MUST_FIT, VectorOperators.NE, (x, y) -> x != y, (x, y) -> x != y);
  }

  private static void add(
      ElementwiseTable<?> ops,
      String op,
      Predicate<KernelSpec> condition,
      VectorOperators.Comparison vectors,
      ScalarFunctions.RealTest reals,
      ScalarFunctions.IntegerTest integers) {
    ops.test(
        op,
        condition,
        (x, y) -> x.compare(vectors, y),
        new ScalarFunctions.Test(reals, integers));
  }
}
