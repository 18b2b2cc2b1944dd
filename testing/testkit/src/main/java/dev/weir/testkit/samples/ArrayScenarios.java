package dev.weir.testkit.samples;

import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Array ops with types that TensorFlow takes at run time, but not as constants. */
final class ArrayScenarios {
  private ArrayScenarios() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of("range of float16", Set.of("Range"), ArrayScenarios::range)
            .within(Tolerance.ofUlps(0)),
        Scenario.of("split into int8 sizes", Set.of("SplitV"), ArrayScenarios::split));
  }

  private static Output fed(Ops ops, String name, DType dtype) {
    return ops.withName(name).placeholder(dtype);
  }

  private static void range(Ops ops, Scenario.Steps steps) {
    Output start = fed(ops, "start", DType.FLOAT16);
    Output limit = fed(ops, "limit", DType.FLOAT16);
    Output delta = fed(ops, "delta", DType.FLOAT16);
    ops.withName("range").array.range(start, limit, delta);
    steps.fetchWith(rangeOf(0, 3, 0.1), "range:0");
    steps.fetchWith(rangeOf(5, -2, -0.3), "range:0");
  }

  private static Map<String, Tensor> rangeOf(double start, double limit, double delta) {
    return Map.of("start:0", half(start), "limit:0", half(limit), "delta:0", half(delta));
  }

  private static Tensor half(double value) {
    return Tensors.ofDoubles(DType.FLOAT16, Shape.scalar(), value);
  }

  private static void split(Ops ops, Scenario.Steps steps) {
    Output value = ops.constant(new float[] {1, 2, 3, 4, 5});
    Output sizes = fed(ops, "sizes", DType.INT8);
    ops.withName("split").array.splitV(value, sizes, ops.constant(0), 2);
    Tensor given = Tensors.ofLongs(DType.INT8, Shape.of(2), 2, -1);
    steps.fetchWith(Map.of("sizes:0", given), "split:0", "split:1");
  }
}
