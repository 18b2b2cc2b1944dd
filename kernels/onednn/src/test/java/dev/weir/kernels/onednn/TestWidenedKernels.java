package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Attributes;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.BatchNormOptions;
import dev.weir.ops.nn.Sliding;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Numbers of 16 bits: what is computed in float32, rounded once. */
final class TestWidenedKernels {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  @BeforeAll
  static void needsOneDnn() {
    OneDnnNeeded.here();
  }

  private Output random(DType type, long... sizes) {
    Shape shape = Shape.of(sizes);
    Random random = new Random(shape.hashCode());
    Tensor values = Tensor.allocate(type, shape);
    for (long i = 0; i < shape.elements(); i++) {
      values.setDouble(i, random.nextDouble() - 0.5);
    }
    return ops.constant(values.freeze());
  }

  private Output single(Output x) {
    return ops.math.cast(x, DType.FLOAT32);
  }

  /** Results of an op, whose operands are the given ones, or these as float32. */
  private interface Built extends Function<Function<Output, Output>, List<Output>> {}

  /** The op rounds what it gives for the same numbers as float32, and agrees with the reference. */
  private void check(DType type, Built op) {
    List<Output> narrow = op.apply(operand -> operand);
    List<Output> rounded =
        op.apply(this::single).stream().map(wide -> ops.math.cast(wide, type)).toList();
    List<Tensor> got = run(narrow, new KernelSelector(List.of(new OneDnnProvider())));
    List<Tensor> exact = run(rounded, new KernelSelector(List.of(new OneDnnProvider())));
    List<Tensor> reference = run(narrow, KernelSelector.reference());
    // windows that overlap are summed in the type itself by the reference
    double allowed = 4 * (type == DType.FLOAT16 ? 0x1p-11 : 0x1p-8);
    for (int o = 0; o < got.size(); o++) {
      assertThat(got.get(o).dtype()).isEqualTo(type);
      assertThat(got.get(o).shape()).isEqualTo(reference.get(o).shape());
      for (long i = 0; i < got.get(o).elements(); i++) {
        double value = got.get(o).getDouble(i);
        String where = "element " + i + " of " + narrow.get(o).node();
        assertThat(value).as(where).isEqualTo(exact.get(o).getDouble(i));
        double expected = reference.get(o).getDouble(i);
        double size = Math.max(1, Math.abs(expected));
        assertThat(value).as(where).isCloseTo(expected, Offset.offset(allowed * size));
      }
    }
  }

  private List<Tensor> run(List<Output> outputs, KernelSelector kernels) {
    try (Session session = Session.open(graph, LocalOptions.builder().kernels(kernels).build())) {
      Runner runner = session.runner();
      outputs.forEach(output -> runner.fetch(output.name()));
      return runner.run();
    }
  }

  private Output sizes(long... sizes) {
    return ops.constant(LongStream.of(sizes).mapToInt(Math::toIntExact).toArray());
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16"})
  void products(DType type) {
    Output a = random(type, 37, 29);
    Output b = random(type, 29, 31);
    Output left = random(type, 2, 5, 7);
    Output right = random(type, 1, 3, 7);
    Output none = random(type, 37, 0);
    check(type, as -> List.of(ops.linalg.matMul(as.apply(a), as.apply(b))));
    check(type, as -> List.of(ops.linalg.matMul(as.apply(a), as.apply(a), true, false)));
    check(
        type, as -> List.of(ops.linalg.batchMatMul(as.apply(left), as.apply(right), false, true)));
    check(type, as -> List.of(ops.linalg.matMul(as.apply(none), as.apply(none), false, true)));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16"})
  void convolutions(DType type) {
    Output x = random(type, 2, 7, 6, 3);
    Output filter = random(type, 3, 2, 3, 5);
    Output gradient = random(type, 2, 7, 6, 5);
    Sliding sliding = Sliding.same(1, 1);
    check(
        type,
        as ->
            List.of(
                ops.nn.conv2d(as.apply(x), as.apply(filter), sliding),
                ops.nn.conv2dBackpropInput(
                    sizes(2, 7, 6, 3), as.apply(filter), as.apply(gradient), sliding),
                sliding
                    .onConvolution(
                        ops.op("Conv2DBackpropFilter")
                            .input(as.apply(x))
                            .input(sizes(3, 2, 3, 5))
                            .input(as.apply(gradient)))
                    .build()
                    .output(0)));
    Output volume = random(type, 1, 4, 5, 6, 3);
    Output cube = random(type, 2, 3, 2, 3, 4);
    check(
        type,
        as -> List.of(ops.nn.conv3d(as.apply(volume), as.apply(cube), Sliding.valid(1, 2, 1))));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16"})
  void pooling(DType type) {
    Output x = random(type, 2, 6, 6, 3);
    Output gradient = random(type, 2, 6, 6, 3);
    long[] window = {2, 3};
    Sliding sliding = Sliding.same(1, 1);
    check(
        type,
        as -> {
          Output largest = ops.nn.maxPool(as.apply(x), window, sliding);
          return List.of(
              largest,
              ops.nn.avgPool(as.apply(x), window, sliding),
              sliding
                  .onPooling(
                      ops.op("MaxPoolGrad")
                          .input(as.apply(x))
                          .input(largest)
                          .input(as.apply(gradient)),
                      window)
                  .build()
                  .output(0),
              sliding
                  .onPooling(
                      ops.op("AvgPoolGrad").input(sizes(2, 6, 6, 3)).input(as.apply(gradient)),
                      window)
                  .build()
                  .output(0));
        });
  }

  /** Mean and variance are float32 in both. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16"})
  void normalization(DType type) {
    Output x = random(type, 3, 5, 4, 7);
    Output scale = random(DType.FLOAT32, 7);
    check(
        type,
        as ->
            List.of(
                ops.nn
                    .fusedBatchNorm(
                        as.apply(x),
                        scale,
                        scale,
                        scale,
                        ops.math.exp(scale),
                        BatchNormOptions.TRAINING)
                    .y()));
  }

  /** A window of one element hands on what it sees, whatever it is and however many there are. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16"})
  void keepsEveryNumber(DType type) {
    Tensor all = Tensor.allocate(type, Shape.of(1, 1 << 10, (1 << 6) + 1, 1));
    for (int i = 0; i < all.elements(); i++) {
      all.buffer().setShort(i, (short) i);
    }
    Output x = ops.constant(all.freeze());
    Output y = ops.nn.maxPool(x, new long[] {1, 1}, Sliding.valid(1, 1));
    Tensor got = run(List.of(y), new KernelSelector(List.of(new OneDnnProvider()))).getFirst();
    for (int i = 0; i < all.elements(); i++) {
      if (Double.isFinite(all.getDouble(i))) {
        assertThat(got.buffer().getShort(i)).isEqualTo((short) i);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16"})
  void notNumbersAndInfinitiesPass(DType type) {
    Tensor values = Tensor.allocate(type, Shape.of(3, 1));
    values.setDouble(0, Double.NaN);
    values.setDouble(1, Double.NEGATIVE_INFINITY);
    values.setDouble(2, type == DType.FLOAT16 ? 65504 : 0x1.FEp127);
    Output x = ops.constant(values.freeze());
    Output two = ops.math.cast(ops.constant(Tensors.of(Shape.of(1, 1), 2f)), type);
    Output y = ops.linalg.matMul(x, two);
    Tensor got = run(List.of(y), new KernelSelector(List.of(new OneDnnProvider()))).getFirst();
    assertThat(got.getDouble(0)).isNaN();
    assertThat(got.getDouble(1)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(got.getDouble(2)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  /** A fused op rounds after each of its steps, which its reference kernel does. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16"})
  void fusedOpsFallThrough(DType type) {
    KernelSpec spec =
        new KernelSpec(
            "_FusedMatMul",
            "product",
            Attributes.none(),
            List.of(type, type, type),
            List.of(type),
            List.of(Shape.unknown(), Shape.unknown(), Shape.unknown()));
    assertThat(new OneDnnProvider().kernel(spec)).isEmpty();
  }
}
