package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.WholeElement;
import dev.weir.tensor.DType;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import jdk.incubator.vector.VectorOperators;

/** Comparisons of two operands. */
final class ComparisonKernels {
  private static final Predicate<KernelSpec> ALWAYS = spec -> true;

  /** Operands whose shapes may be incompatible are left to the reference kernel. */
  private static final Predicate<KernelSpec> MUST_FIT =
      spec -> spec.attrs().bool("incompatible_shape_error");

  private ComparisonKernels() {}

  static void addTo(KernelTable table) {
    ElementTypes.forEach(
        (dtype, element) -> {
          ElementwiseTable<?> ops = new ElementwiseTable<>(table, dtype, element);
          order(ops);
          equality(ops);
        });
    ElementTypes.forEachOtherWhole(
        new ElementTypes.Whole() {
          @Override
          public <T> void accept(DType dtype, WholeElement<T> element) {
            ElementwiseTable<T> ops = new ElementwiseTable<>(table, dtype, element);
            if (dtype.isUnsigned()) {
              unsignedOrder(ops);
            } else {
              order(ops);
            }
            equality(ops);
          }
        });
    ElementTypes.forEachQuantized(
        new ElementTypes.Whole() {
          @Override
          public <T> void accept(DType dtype, WholeElement<T> element) {
            equality(new ElementwiseTable<>(table, dtype, element));
          }
        });
    equality(new ElementwiseTable<>(table, DType.BOOL, Element.TRUTH));
    complexEquality(new ElementwiseTable<>(table, DType.COMPLEX64, Element.COMPLEX_FLOAT));
    complexEquality(new ElementwiseTable<>(table, DType.COMPLEX128, Element.COMPLEX_DOUBLE));
  }

  private static void order(ElementwiseTable<?> ops) {
    add(ops, "Less", ALWAYS, VectorOperators.LT, (x, y) -> x < y, (x, y) -> x < y);
    add(ops, "LessEqual", ALWAYS, VectorOperators.LE, (x, y) -> x <= y, (x, y) -> x <= y);
    add(ops, "Greater", ALWAYS, VectorOperators.GT, (x, y) -> x > y, (x, y) -> x > y);
    add(ops, "GreaterEqual", ALWAYS, VectorOperators.GE, (x, y) -> x >= y, (x, y) -> x >= y);
  }

  private static void equality(ElementwiseTable<?> ops) {
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
        op, condition, (x, y) -> x.compare(vectors, y), new ScalarFunctions.Test(reals, integers));
  }

  private static void unsignedOrder(ElementwiseTable<?> ops) {
    unsigned(ops, "Less", VectorOperators.ULT, order -> order < 0);
    unsigned(ops, "LessEqual", VectorOperators.ULE, order -> order <= 0);
    unsigned(ops, "Greater", VectorOperators.UGT, order -> order > 0);
    unsigned(ops, "GreaterEqual", VectorOperators.UGE, order -> order >= 0);
  }

  private static void unsigned(
      ElementwiseTable<?> ops, String op, VectorOperators.Comparison vectors, IntPredicate holds) {
    ops.test(
        op,
        ALWAYS,
        (x, y) -> x.compare(vectors, y),
        ScalarFunctions.Test.ofWhole((x, y) -> holds.test(Long.compareUnsigned(x, y))));
  }

  private static void complexEquality(ElementwiseTable<?> ops) {
    complex(ops, "Equal", (a, b, c, d) -> a == c && b == d);
    complex(ops, "NotEqual", (a, b, c, d) -> a != c || b != d);
  }

  private static void complex(
      ElementwiseTable<?> ops, String op, ScalarFunctions.ComplexTest holds) {
    ops.test(op, MUST_FIT, null, ScalarFunctions.Test.ofComplex(holds));
  }
}
