package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.MathValues.INF;
import static dev.weir.testkit.samples.MathValues.NAN;
import static dev.weir.testkit.samples.MathValues.cancelling;
import static dev.weir.testkit.samples.MathValues.complex;
import static dev.weir.testkit.samples.MathValues.complexNumbers;
import static dev.weir.testkit.samples.MathValues.edges;
import static dev.weir.testkit.samples.MathValues.extremes;
import static dev.weir.testkit.samples.MathValues.integer;
import static dev.weir.testkit.samples.MathValues.otherComplexNumbers;
import static dev.weir.testkit.samples.MathValues.real;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of activation functions and of gradients. */
final class ActivationSamples {
  private static final List<String> ACTIVATIONS =
      List.of("Relu", "Relu6", "LeakyRelu", "Elu", "Selu", "Softplus", "Softsign");
  private static final List<String> GRADIENTS =
      List.of(
          "ReluGrad",
          "Relu6Grad",
          "LeakyReluGrad",
          "EluGrad",
          "SeluGrad",
          "SoftplusGrad",
          "SoftsignGrad");
  private static final List<String> FROM_RESULTS =
      List.of("SigmoidGrad", "TanhGrad", "SqrtGrad", "RsqrtGrad", "ReciprocalGrad", "InvGrad");

  private ActivationSamples() {}

  static List<OpSample> samples() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : ACTIVATIONS) {
      if (op.equals("Elu") || op.equals("Selu")) {
        samples.addAll(
            cancelling(op, 2, 2, edges())); // TensorFlow subtracts 1 from the exponential
      } else {
        samples.add(real(op).input(edges()));
      }
      samples.add(OpSample.of(op).named("empty").input(empty(0, 2)));
    }
    for (String op : GRADIENTS) {
      // TensorFlow rounds halves after every step
      samples.add(real(op).input(gradients()).input(edges()).ulps(3));
      samples.add(OpSample.of(op).named("empty").input(empty(0)).input(empty(0)));
      samples.add(
          real(op)
              .named("different shapes")
              .input(vector(1, 2))
              .input(vector(1, 2, 3))
              .refused("same shape"));
    }
    for (String op : List.of("Relu", "Relu6")) {
      samples.add(integer(op).input(extremes()));
      samples.add(integer(op + "Grad").input(extremes()).input(extremes()));
    }
    for (String op : List.of("LeakyRelu", "LeakyReluGrad")) {
      OpSample sample = real(op).named("slope").attr("alpha", 0.3f).input(vector(-2, 0, 3));
      samples.add(op.endsWith("Grad") ? sample.input(vector(-1, 0, 1)) : sample);
    }
    for (String op : FROM_RESULTS) {
      // TensorFlow rounds after every step, also before 1 - y² cancels
      samples.add(real(op).input(random(7, -2, 2, 20)).input(random(8, -2, 2, 20)).ulps(3));
      samples.add(complex(op).input(complexNumbers()).input(otherComplexNumbers()));
      samples.add(OpSample.of(op).named("empty").input(empty(0, 2)).input(empty(0, 2)));
      samples.add(
          real(op)
              .named("nothing comes back")
              .input(vector(INF, NAN, 0, -1))
              .input(vector(0, 0, -0.0, 0)));
      samples.add(
          real(op)
              .named("different shapes")
              .input(vector(1, 2))
              .input(vector(1, 2, 3))
              .refused("same shape"));
    }
    return samples;
  }

  /** As many as {@link MathValues#edges}. */
  private static Values gradients() {
    return random(3, -2, 2, 24);
  }
}
