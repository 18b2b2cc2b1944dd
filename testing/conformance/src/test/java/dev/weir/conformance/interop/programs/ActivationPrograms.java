package dev.weir.conformance.interop.programs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.framework.activations.Activation;
import org.tensorflow.framework.activations.Activations;
import org.tensorflow.framework.activations.ELU;
import org.tensorflow.framework.activations.GELU;
import org.tensorflow.framework.activations.ReLU;
import org.tensorflow.framework.activations.Softmax;
import org.tensorflow.framework.constraints.Constraint;
import org.tensorflow.framework.constraints.MaxNorm;
import org.tensorflow.framework.constraints.MinMaxNorm;
import org.tensorflow.framework.constraints.NonNeg;
import org.tensorflow.framework.constraints.UnitNorm;
import org.tensorflow.framework.regularizers.L1;
import org.tensorflow.framework.regularizers.L1L2;
import org.tensorflow.framework.regularizers.L2;
import org.tensorflow.framework.regularizers.Regularizer;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;

/** Activations, constraints and regularizers. */
final class ActivationPrograms {
  private ActivationPrograms() {}

  static List<Program> all() {
    List<Program> all = new ArrayList<>();
    for (Activations each : Activations.values()) {
      all.add(new Program("activation-" + each, script -> activate(script, each.getInstance())));
      all.add(
          new Program(
              "activation-double-" + each,
              script -> {
                Operand<TFloat64> x = script.tf.constant(new double[][] {{-1.5, 0.5}, {2, 3}});
                script.fetch(each.getInstance().call(script.tf, x));
              }));
    }
    all.add(new Program("activation-elu-alpha", s -> activate(s, new ELU(0.3))));
    all.add(new Program("activation-gelu-approximate", s -> activate(s, new GELU(true))));
    all.add(new Program("activation-gelu-exact", s -> activate(s, new GELU(false))));
    all.add(new Program("activation-relu-limits", s -> activate(s, new ReLU(0.1f, 2f, 0.5f))));
    all.add(new Program("activation-softmax-first-axis", s -> activate(s, new Softmax(0))));
    Map<String, Constraint> constraints = new LinkedHashMap<>(); // Programs takes every third
    constraints.put("max-norm", new MaxNorm(1.5, 0));
    constraints.put("max-norm-axes", new MaxNorm(1, new int[] {0, 1}));
    constraints.put("unit-norm", new UnitNorm(1));
    constraints.put("unit-norm-default", new UnitNorm());
    constraints.put("min-max-norm", new MinMaxNorm(0.5, 1.5, 0.7, 0));
    constraints.put("non-neg", new NonNeg());
    constraints.forEach(
        (name, constraint) ->
            all.add(
                new Program(
                    "constraint-" + name,
                    script -> script.fetch(constraint.call(script.tf, input(script))))));
    Map<String, Regularizer> regularizers = new LinkedHashMap<>();
    regularizers.put("l1", new L1(0.1f));
    regularizers.put("l2", new L2(0.2f));
    regularizers.put("l1l2", new L1L2(0.1f, 0.3f));
    regularizers.forEach(
        (name, regularizer) ->
            all.add(
                new Program(
                    "regularizer-" + name,
                    script -> script.fetch(regularizer.call(script.tf, input(script))))));
    return all;
  }

  private static Operand<TFloat32> input(Script script) {
    return script.matrix(new float[][] {{-2, -0.5f, 0}, {0.3f, 1, 2.5f}, {4, -7, 0.01f}});
  }

  private static void activate(Script script, Activation activation) {
    script.fetch(activation.call(script.tf, input(script)));
  }
}
