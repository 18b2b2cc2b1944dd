package dev.weir.kernels.vector;

import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.Kernel;
import dev.weir.tensor.DType;
import java.util.Map;
import java.util.function.Supplier;
import jdk.incubator.vector.VectorOperators;

/** Comparisons of two operands. */
final class Comparisons {
  private static final Map<String, VectorOperators.Comparison> ORDERS =
      Map.of(
          "Less", VectorOperators.LT,
          "LessEqual", VectorOperators.LE,
          "Greater", VectorOperators.GT,
          "GreaterEqual", VectorOperators.GE);

  private static final Map<String, VectorOperators.Comparison> EQUALITIES =
      Map.of("Equal", VectorOperators.EQ, "NotEqual", VectorOperators.NE);

  private Comparisons() {}

  static void addTo(KernelTable table) {
    Numbers.forEach((dtype, element) -> add(table, dtype, element));
  }

  private static void add(KernelTable table, DType dtype, Element<?> element) {
    ORDERS.forEach((op, order) -> table.addShared(op, dtype, kernel(element, order)));
    EQUALITIES.forEach(
        (op, order) -> {
          KernelTable shared = new KernelTable();
          shared.addShared(op, dtype, kernel(element, order));
          // Operands that do not fit together are left to the reference kernel.
          table.add(
              op, dtype, spec -> refuses(spec.attrs()) ? shared.find(spec).orElse(null) : null);
        });
  }

  private static boolean refuses(Attributes attrs) {
    return !attrs.has("incompatible_shape_error") || attrs.bool("incompatible_shape_error");
  }

  private static Supplier<Kernel> kernel(Element<?> element, VectorOperators.Comparison order) {
    return () -> BinaryVectorKernel.comparing(ComparisonLoop.of(element, order), element.shift());
  }
}
