package dev.weir.ops.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Loops over single-precision numbers against the rules they stand for: all bits must agree. */
final class TestSingleStep {
  private static final int[] SIZES = {1, 3, 7, 8, 9, 31, 255, 257, 1023, 1024, 1025, 5003};

  private static final Map<String, Tensor> PARAMETERS =
      Map.of(
          "lr", Tensors.scalar(0.0123f),
          "alpha", Tensors.scalar(0.0321f),
          "momentum", Tensors.scalar(0.87f),
          "rho", Tensors.scalar(0.93f),
          "beta1", Tensors.scalar(0.9f),
          "beta2", Tensors.scalar(0.997f),
          "beta1_power", Tensors.scalar(0.729f),
          "beta2_power", Tensors.scalar(0.985f),
          "epsilon", Tensors.scalar(1e-5f));

  private record Case(String title, UpdateRule rule, String... names) {}

  private static Attributes attribute(String name, boolean value) {
    return Attributes.of(Map.of(name, new AttrValue.BoolValue(value)));
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(new Case("gradient descent", new GradientDescentRule(), "var"));
    for (boolean nesterov : new boolean[] {false, true}) {
      Attributes attrs = attribute("use_nesterov", nesterov);
      cases.add(new Case("momentum " + attrs, new MomentumRule(attrs), "var", "accum"));
      cases.add(new Case("Keras momentum " + attrs, new KerasMomentumRule(attrs), "var", "accum"));
    }
    cases.add(new Case("Adam", new AdamRule(attribute("use_nesterov", false)), "var", "m", "v"));
    cases.add(new Case("RMSProp", new RmsPropRule(), "var", "ms", "mom"));
    Attributes updating = attribute("update_slots", true);
    cases.add(new Case("Adagrad", new AdagradRule(updating), "var", "accum"));
    cases.add(new Case("Adagrad V2", new AdagradV2Rule(updating), "var", "accum"));
    return cases;
  }

  @TestFactory
  Stream<DynamicTest> allElementsAgree() {
    return cases().stream()
        .map(
            example ->
                DynamicTest.dynamicTest(
                    example.title,
                    () -> {
                      for (int size : SIZES) {
                        checkAll(example, size);
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicTest> rowsAgree() {
    return cases().stream()
        .map(
            example ->
                DynamicTest.dynamicTest(
                    example.title,
                    () -> {
                      for (int size : SIZES) {
                        checkRows(example, size);
                      }
                    }));
  }

  private static void checkAll(Case example, int size) {
    Tensor gradient = numbers(17, size);
    List<Tensor> expected = variables(example, size);
    apply(example, expected, gradient, 0, 0, size);
    List<Tensor> got = variables(example, size);
    loop(example, got, gradient).all(new Cut(700));
    compare(example, got, expected, size);
  }

  /** A row that is named twice is changed twice. */
  private static void checkRows(Case example, int size) {
    int[] rows = {2, 0, 2};
    Tensor gradient = numbers(18, rows.length * size);
    List<Tensor> expected = variables(example, 4 * size);
    for (int i = 0; i < rows.length; i++) {
      apply(example, expected, gradient, rows[i] * size, i * size, size);
    }
    List<Tensor> got = variables(example, 4 * size);
    loop(example, got, gradient).rows(Tensors.vector(rows));
    compare(example, got, expected, size);
  }

  private static void apply(
      Case example, List<Tensor> values, Tensor gradient, int from, int gradientFrom, int size) {
    UpdateParameters parameters = new UpdateParameters(PARAMETERS, DType.FLOAT32, false);
    example.rule.apply(
        new UpdateBlock(
            List.of(example.names),
            values,
            gradient,
            parameters.repeated(size),
            from,
            gradientFrom,
            size));
  }

  private static UpdateLoop loop(Case example, List<Tensor> values, Tensor gradient) {
    UpdateParameters parameters = new UpdateParameters(PARAMETERS, DType.FLOAT32, false);
    assertThat(example.rule.single(parameters)).as(example.title).isNotNull();
    return new UpdateLoop(example.rule, List.of(example.names), values, gradient, parameters);
  }

  private static void compare(Case example, List<Tensor> got, List<Tensor> expected, int size) {
    for (int i = 0; i < expected.size(); i++) {
      assertThat(got.get(i).floats())
          .as("%s of %s with %d elements", example.names[i], example.title, size)
          .containsExactly(expected.get(i).floats());
    }
  }

  /** What is kept beside the variable is positive: a sum of squares. */
  private static List<Tensor> variables(Case example, int size) {
    List<Tensor> values = new ArrayList<>();
    for (int i = 0; i < example.names.length; i++) {
      Tensor value = numbers(i, size);
      for (int j = 0; i > 0 && j < size; j++) {
        value.setFloat(j, Math.abs(value.getFloat(j)));
      }
      values.add(value);
    }
    return values;
  }

  private static Tensor numbers(long seed, int size) {
    Random random = new Random(seed);
    Tensor tensor = Tensor.allocate(DType.FLOAT32, Shape.of(size));
    for (int i = 0; i < size; i++) {
      float number = (float) random.nextGaussian();
      tensor.setFloat(
          i,
          switch (random.nextInt(20)) {
            case 0 -> 0;
            case 1 -> -0.0f;
            case 2 -> number * 1e-40f;
            case 3 -> number * 1e30f;
            case 4 -> Float.POSITIVE_INFINITY;
            case 5 -> Float.NaN;
            default -> number;
          });
    }
    return tensor;
  }

  /** Cuts loops at odd places. */
  private record Cut(long size) implements ParallelFor {
    @Override
    public void forRange(long total, long grain, Range body) {
      for (long from = 0; from < total; from += size) {
        body.run(from, Math.min(total, from + size));
      }
    }

    @Override
    public int threads() {
      return 1;
    }
  }
}
