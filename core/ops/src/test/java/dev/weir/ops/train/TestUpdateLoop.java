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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Loops over blocks against steps with one element at a time: all bits must agree. */
final class TestUpdateLoop {
  private static final int[] SIZES = {1, 3, 31, 255, 256, 257, 513, 1500};

  private static final List<DType> DTYPES =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16, DType.COMPLEX64);

  private static final Map<String, Double> PARAMETERS =
      Map.ofEntries(
          Map.entry("lr", 0.0123),
          Map.entry("alpha", 0.0321),
          Map.entry("momentum", 0.87),
          Map.entry("rho", 0.93),
          Map.entry("beta", 0.8),
          Map.entry("beta1", 0.9),
          Map.entry("beta2", 0.997),
          Map.entry("beta1_power", 0.729),
          Map.entry("beta2_power", 0.985),
          Map.entry("epsilon", 1e-3),
          Map.entry("l1", 0.01),
          Map.entry("l2", 0.02),
          Map.entry("l2_shrinkage", 0.03),
          Map.entry("lr_power", -0.5),
          Map.entry("logbase", 1.1),
          Map.entry("sign_decay", 0.9),
          Map.entry("global_step", 3.0));

  private record Case(String title, UpdateRule rule, String... names) {}

  private static Attributes attribute(String name, boolean value) {
    return Attributes.of(Map.of(name, new AttrValue.BoolValue(value)));
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(new Case("gradient descent", new GradientDescentRule(), "var"));
    for (boolean is : new boolean[] {false, true}) {
      Attributes nesterov = attribute("use_nesterov", is);
      cases.add(new Case("momentum " + is, new MomentumRule(nesterov), "var", "accum"));
      cases.add(new Case("Keras momentum " + is, new KerasMomentumRule(nesterov), "var", "accum"));
      cases.add(new Case("Adam " + is, new AdamRule(nesterov), "var", "m", "v"));
      Attributes updating = attribute("update_slots", is);
      cases.add(new Case("Adagrad " + is, new AdagradRule(updating), "var", "accum"));
      cases.add(new Case("Adagrad V2 " + is, new AdagradV2Rule(updating), "var", "accum"));
      Attributes multiplied = attribute("multiply_linear_by_lr", is);
      cases.add(new Case("Ftrl " + is, FtrlRule.first(multiplied), "var", "accum", "linear"));
      cases.add(new Case("Ftrl V2 " + is, FtrlRule.second(multiplied), "var", "accum", "linear"));
    }
    cases.add(new Case("Amsgrad", new AmsgradRule(), "var", "m", "v", "vhat"));
    cases.add(new Case("RMSProp", new RmsPropRule(), "var", "ms", "mom"));
    cases.add(new Case("centered RMSProp", new CenteredRmsPropRule(), "var", "mg", "ms", "mom"));
    cases.add(new Case("Adadelta", new AdadeltaRule(), "var", "accum", "accum_update"));
    cases.add(new Case("AdaMax", new AdaMaxRule(), "var", "m", "v"));
    cases.add(new Case("AddSign", new AddSignRule(), "var", "m"));
    cases.add(new Case("PowerSign", new PowerSignRule(), "var", "m"));
    cases.add(new Case("proximal descent", new ProximalGradientDescentRule(), "var"));
    cases.add(new Case("proximal Adagrad", new ProximalAdagradRule(), "var", "accum"));
    cases.add(
        new Case(
            "dual averaging",
            new AdagradDARule(),
            "var",
            "gradient_accumulator",
            "gradient_squared_accumulator"));
    return cases;
  }

  private static Stream<DynamicTest> tests(TestBody body) {
    return cases().stream()
        .flatMap(
            example ->
                DTYPES.stream()
                    .filter(dtype -> !dtype.isComplex() || example.rule.allowsComplex())
                    .map(
                        dtype ->
                            DynamicTest.dynamicTest(
                                example.title + " of " + dtype,
                                () -> {
                                  for (int size : SIZES) {
                                    body.check(example, dtype, size);
                                  }
                                })));
  }

  private interface TestBody {
    void check(Case example, DType dtype, int size);
  }

  @TestFactory
  Stream<DynamicTest> allElementsAgree() {
    return tests(TestUpdateLoop::checkAll);
  }

  @TestFactory
  Stream<DynamicTest> rowsAgree() {
    return tests(TestUpdateLoop::checkRows);
  }

  private static void checkAll(Case example, DType dtype, int size) {
    Tensor gradient = numbers(dtype, 17, size);
    List<Tensor> expected = variables(example, dtype, size);
    apply(example, expected, gradient, 0, 0, size);
    List<Tensor> got = variables(example, dtype, size);
    loop(example, got, gradient).all(new Cut(700));
    compare(example, got, expected);
  }

  /** A row that is named twice is changed twice. */
  private static void checkRows(Case example, DType dtype, int size) {
    int[] rows = {2, 0, 2, 1, 3, 3};
    Tensor gradient = numbers(dtype, 18, rows.length * size);
    List<Tensor> expected = variables(example, dtype, 4 * size);
    for (int i = 0; i < rows.length; i++) {
      apply(example, expected, gradient, rows[i] * size, i * size, size);
    }
    List<Tensor> got = variables(example, dtype, 4 * size);
    loop(example, got, gradient).rows(new Cut(700), Tensors.vector(rows));
    compare(example, got, expected);
  }

  /** One element after the other. */
  private static void apply(
      Case example, List<Tensor> values, Tensor gradient, int from, int gradientFrom, int size) {
    UpdateBlock block =
        new UpdateBlock(List.of(example.names), values, gradient, parameters(gradient.dtype()), 1);
    for (int i = 0; i < size; i++) {
      block.begin(gradientFrom + i, 1).add(from + i).apply(example.rule);
    }
  }

  private static UpdateParameters parameters(DType dtype) {
    Map<String, Tensor> tensors = new HashMap<>();
    PARAMETERS.forEach(
        (name, value) -> {
          Tensor scalar = Tensor.allocate(dtype, Shape.scalar());
          set(scalar, 0, value);
          tensors.put(name, scalar);
        });
    return new UpdateParameters(tensors, false);
  }

  private static UpdateLoop loop(Case example, List<Tensor> values, Tensor gradient) {
    UpdateParameters parameters = parameters(gradient.dtype());
    return new UpdateLoop(example.rule, List.of(example.names), values, gradient, parameters);
  }

  private static void compare(Case example, List<Tensor> got, List<Tensor> expected) {
    for (int i = 0; i < expected.size(); i++) {
      Tensor tensor = expected.get(i);
      for (long j = 0; j < tensor.elements(); j++) {
        assertThat(got.get(i).getReal(j))
            .as("%s of %s, element %d of %d", example.names[i], example.title, j, tensor.elements())
            .isEqualTo((Double) tensor.getReal(j));
        assertThat(got.get(i).getImaginary(j)).isEqualTo((Double) tensor.getImaginary(j));
      }
    }
  }

  /** What is kept beside the variable is positive: a sum of squares. */
  private static List<Tensor> variables(Case example, DType dtype, int size) {
    List<Tensor> values = new ArrayList<>();
    for (int i = 0; i < example.names.length; i++) {
      Tensor value = numbers(dtype, i, size);
      for (int j = 0; i > 0 && j < size; j++) {
        set(value, j, Math.abs(value.getReal(j)));
      }
      values.add(value);
    }
    return values;
  }

  private static void set(Tensor tensor, long i, double number) {
    if (tensor.dtype().isComplex()) {
      tensor.setComplex(i, number, number / 2);
    } else {
      tensor.setDouble(i, number);
    }
  }

  private static Tensor numbers(DType dtype, long seed, int size) {
    Random random = new Random(seed);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(size));
    for (int i = 0; i < size; i++) {
      double number = random.nextGaussian();
      set(
          tensor,
          i,
          switch (random.nextInt(20)) {
            case 0 -> 0;
            case 1 -> -0.0;
            case 2 -> number * 1e-40;
            case 3 -> number * 1e30;
            case 4 -> Double.POSITIVE_INFINITY;
            case 5 -> Double.NaN;
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
