package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.BatchNormOptions;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gradients of the gradients of the normalization of batches, against finite differences. */
final class TestBatchNormGradients {
  private static final float STEP = 1f / 64;
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  private Output random(long seed, double low, long... sizes) {
    return ops.constant(Values.random(seed, low, low + 1, sizes).as(DType.FLOAT32));
  }

  @ParameterizedTest
  @CsvSource({
    "NHWC, true, 1",
    "NCHW, true, 1",
    "NHWC, false, 1",
    "NHWC, true, 2",
    "NHWC, true, 3",
    "NDHWC, true, 3",
    "NCDHW, false, 3"
  })
  void secondDerivativesAreDerivatives(String format, boolean isTraining, int version) {
    Output x = format.length() == 5 ? random(1, -0.5, 2, 3, 2, 2, 3) : random(1, -0.5, 2, 3, 4, 3);
    BatchNormOptions options = new BatchNormOptions(0.05f, 1, format, isTraining);
    Output scale = random(2, 0.5, 3);
    Output offset = random(3, 0, 3);
    Output mean = random(4, 0, 3);
    Output variance = random(5, 0.5, 3);
    Output y =
        options
            .on(
                ops.op(version == 1 ? "FusedBatchNorm" : "FusedBatchNormV" + version)
                    .input(x)
                    .input(scale)
                    .input(offset)
                    .input(mean)
                    .input(variance))
            .build()
            .output(0);
    Output weights = random(6, -0.5, x.shape().sizes());
    List<Output> inputs = List.of(x, scale, weights);
    List<Output> first = gradients(y, weights, List.of(x, scale));
    Output loss = ops.math.add(weightedSum(7, first.get(0)), weightedSum(8, first.get(1)));
    List<Output> second = gradients(loss, ops.constant(1f), inputs);
    LocalOptions config = LocalOptions.builder().kernels(KernelSelector.reference()).build();
    try (Session session = Session.open(graph, config)) {
      for (int i = 0; i < inputs.size(); i++) {
        Tensor value = session.run(inputs.get(i).name());
        Tensor ours = session.run(second.get(i).name());
        Random random = new Random(1);
        for (int trial = 0; trial < 8; trial++) {
          long at = random.nextLong(value.elements());
          double up = loss(session, loss, inputs.get(i), value, at, STEP);
          double down = loss(session, loss, inputs.get(i), value, at, -STEP);
          double slope = (up - down) / (2 * STEP);
          assertThat(ours.getDouble(at))
              .as("input %s, element %s", i, at)
              .isCloseTo(slope, Offset.offset(0.01 * (0.1 + Math.abs(slope))));
        }
      }
    }
  }

  private List<Output> gradients(Output of, Output start, List<Output> inputs) {
    return Gradients.in(Scope.of(graph))
        .startingFrom(List.of(start))
        .of(List.of(of), inputs)
        .stream()
        .map(gradient -> gradient.dense(ops.scope()))
        .toList();
  }

  private Output weightedSum(long seed, Output of) {
    Shape shape = of.shape();
    Output products = ops.math.mul(of, random(seed, -0.5, shape.sizes()));
    int[] axes = java.util.stream.IntStream.range(0, shape.rank()).toArray();
    return ops.math.sum(products, ops.constant(axes));
  }

  private static double loss(
      Session session, Output loss, Output input, Tensor value, long at, float change) {
    Tensor moved = Tensor.allocate(DType.FLOAT32, value.shape());
    moved.copyFrom(value, 0, 0, value.elements());
    moved.setFloat(at, value.getFloat(at) + change);
    return session.runner().feed(input.name(), moved.freeze()).run(loss.name()).getDouble(0);
  }
}
