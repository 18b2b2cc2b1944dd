package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.autodiff.Gradient;
import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.samples.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The gradients of ops whose results are never in double precision, against finite differences with
 * a long step and against TensorFlow's.
 */
final class TestSingleGradients {
  private static final Set<String> OPS =
      Set.of(
          "CropAndResize",
          "FusedBatchNorm",
          "FusedBatchNormV2",
          "FusedBatchNormV3",
          "LRN",
          "MaxPool3D",
          "MaxPool3DGrad",
          "MaxPool3DGradGrad",
          "ResizeBilinear",
          "ResizeBilinearGrad");

  /** Mean and variance belong to the images: shown by {@link TestBatchNormGradients}. */
  private static final Set<String> TOGETHER =
      Set.of("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3");

  private static final float STEP = 1f / 128;
  private static final int ELEMENTS = 10;

  /** All ops that are shown here or there. */
  static Stream<String> all() {
    return Stream.concat(OPS.stream(), TOGETHER.stream());
  }

  @TestFactory
  Stream<DynamicTest> gradientsAreDerivatives() {
    return OPS.stream().sorted().map(op -> DynamicTest.dynamicTest(op, () -> check(op)));
  }

  private static void check(String op) {
    List<String> problems = new ArrayList<>();
    int checked = 0;
    for (OpSample sample : Samples.all()) {
      if (!sample.op().equals(op) || sample.refusal() != null) {
        continue;
      }
      for (SampleCase each : SampleCase.of(sample)) {
        if (each.types().values().stream().allMatch(type -> type == DType.FLOAT32)) {
          checked += new Trial(each).check(problems);
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(checked).as("derivatives checked").isPositive();
  }

  /** One sample: its graph, with the gradients of a weighted sum of its first output. */
  private static final class Trial {
    private final SampleCase sample;
    private final Graph graph = new Graph();
    private final List<Output> inputs;
    private final List<Output> gradients = new ArrayList<>();
    private final Output output;
    private final Tensor weights;
    private final byte[] forward;

    Trial(SampleCase sample) {
      this.sample = sample;
      Node node = sample.build(graph, null);
      output = node.output(0);
      inputs =
          node.inputs().stream()
              .filter(input -> input.dtype() == DType.FLOAT32)
              .distinct()
              .toList();
      Tensor result;
      try (Session session = open()) {
        result = session.run(output.name());
      }
      Random random = new Random(3);
      Tensor numbers = Tensor.allocate(DType.FLOAT32, result.shape());
      for (long i = 0; i < numbers.elements(); i++) {
        numbers.setFloat(i, random.nextFloat(-1, 1));
      }
      weights = numbers.freeze();
      Ops ops = Ops.create(graph);
      Output start = ops.withName("weights").constant(weights);
      forward = GraphDefs.toBinary(graph);
      List<Gradient> all =
          Gradients.in(Scope.of(graph)).startingFrom(List.of(start)).of(List.of(output), inputs);
      for (int i = 0; i < inputs.size(); i++) {
        Gradient gradient = all.get(i);
        gradients.add(
            gradient.isNone() ? ops.array.zerosLike(inputs.get(i)) : gradient.dense(ops.scope()));
      }
    }

    private Session open() {
      return Session.open(
          graph, LocalOptions.builder().kernels(KernelSelector.reference()).build());
    }

    int check(List<String> problems) {
      int checked = 0;
      try (Session session = open()) {
        for (int i = 0; i < inputs.size(); i++) {
          Tensor value = session.run(inputs.get(i).name());
          Tensor ours = session.run(gradients.get(i).name());
          Random random = new Random(5);
          for (int n = 0; n < Math.min(ELEMENTS, value.elements()); n++) {
            long at = random.nextLong(value.elements());
            Double expected = derivative(session, inputs.get(i), value, at);
            if (expected != null) {
              checked++;
              double apart = Math.abs(expected - ours.getDouble(at));
              if (apart > 4e-3 * (1 + Math.abs(expected))) {
                problems.add(
                    "%s: the derivative by element %s of input %s is %s, differences give %s"
                        .formatted(sample, at, i, ours.getDouble(at), expected));
              }
            }
          }
          if (!isForgetful()) {
            compare(i, ours, problems);
          }
        }
      }
      return checked;
    }

    /** Whether TensorFlow's gradient does not look at the attributes. */
    private boolean isForgetful() {
      OpSample plain = sample.sample();
      return plain.attrs().containsKey("method")
          || (plain.op().equals("LRN") && !plain.attrs().isEmpty());
    }

    /** By central differences; null where the loss is not smooth. */
    private @Nullable Double derivative(Session session, Output input, Tensor value, long at) {
      double here = loss(session, input, value, at, 0);
      double up = loss(session, input, value, at, STEP);
      double down = loss(session, input, value, at, -STEP);
      double slope = (up - down) / (2 * STEP);
      double bend = Math.abs(up - 2 * here + down) / STEP;
      return bend <= 0.1 * (1 + Math.abs(slope)) ? slope : null;
    }

    private double loss(Session session, Output input, Tensor value, long at, float change) {
      Tensor moved = Tensor.allocate(DType.FLOAT32, value.shape());
      moved.copyFrom(value, 0, 0, value.elements());
      moved.setFloat(at, value.getFloat(at) + change);
      Tensor result = session.runner().feed(input.name(), moved.freeze()).run(output.name());
      double loss = 0;
      for (long i = 0; i < result.elements(); i++) {
        loss += result.getDouble(i) * weights.getDouble(i);
      }
      return loss;
    }

    /** With TensorFlow's gradient, where it has one. */
    private void compare(int input, Tensor ours, List<String> problems) {
      try (TensorFlowOracle oracle = TensorFlowOracle.of(forward)) {
        List<@Nullable String> theirs =
            oracle.addGradients(
                List.of(output.name()), List.of(inputs.get(input).name()), List.of("weights:0"));
        String endpoint = theirs.getFirst();
        if (endpoint != null) {
          Tensor expected = oracle.run(java.util.Map.of(), List.of(endpoint), List.of()).getFirst();
          String difference = Tolerance.of(1e-4, 1e-4).compare(ours, expected).difference();
          if (difference != null) {
            problems.add(sample + ": TensorFlow's gradient of input " + input + ": " + difference);
          }
        }
      } catch (OracleRefusal e) {
        assertThat(e.getMessage()).isNotEmpty(); // it has no gradient of this op, or not for CPUs
      }
    }
  }
}
