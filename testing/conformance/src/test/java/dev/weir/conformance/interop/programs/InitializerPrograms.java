package dev.weir.conformance.interop.programs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.framework.initializers.Constant;
import org.tensorflow.framework.initializers.Glorot;
import org.tensorflow.framework.initializers.He;
import org.tensorflow.framework.initializers.Identity;
import org.tensorflow.framework.initializers.Initializer;
import org.tensorflow.framework.initializers.LeCun;
import org.tensorflow.framework.initializers.Ones;
import org.tensorflow.framework.initializers.Orthogonal;
import org.tensorflow.framework.initializers.RandomNormal;
import org.tensorflow.framework.initializers.RandomUniform;
import org.tensorflow.framework.initializers.TruncatedNormal;
import org.tensorflow.framework.initializers.VarianceScaling;
import org.tensorflow.framework.initializers.Zeros;
import org.tensorflow.op.core.Variable;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;

/** Initializers: what they give, and variables that start with it. */
final class InitializerPrograms {
  private static final long SEED = 1001;

  private InitializerPrograms() {}

  private static Map<String, Initializer<TFloat32>> initializers() {
    Map<String, Initializer<TFloat32>> all = new LinkedHashMap<>();
    for (VarianceScaling.Distribution each : VarianceScaling.Distribution.values()) {
      all.put("glorot-" + each, new Glorot<>(each, SEED));
      all.put("he-" + each, new He<>(each, SEED));
      all.put("lecun-" + each, new LeCun<>(each, SEED));
      for (VarianceScaling.Mode mode : VarianceScaling.Mode.values()) {
        all.put(
            "variance-scaling-" + mode + "-" + each, new VarianceScaling<>(2, mode, each, SEED));
      }
    }
    all.put("constant", new Constant<>(3.5));
    all.put("identity", new Identity<>(2));
    all.put("ones", new Ones<>());
    all.put("zeros", new Zeros<>());
    all.put("orthogonal", new Orthogonal<>(SEED));
    all.put("random-normal", new RandomNormal<>(1, 2, SEED));
    all.put("random-uniform", new RandomUniform<>(-1, 1, SEED));
    all.put("truncated-normal", new TruncatedNormal<>(0, 0.5, SEED));
    return all;
  }

  static List<Program> all() {
    List<Program> all = new ArrayList<>();
    initializers()
        .forEach(
            (name, initializer) -> {
              all.add(new Program("initializer-" + name, s -> value(s, initializer)));
              all.add(new Program("initialized-variable-" + name, s -> variable(s, initializer)));
            });
    all.add(
        new Program(
            "initializer-of-integers",
            s -> s.fetch(new Constant<TInt32>(7L).call(s.tf, s.shape(2, 2), TInt32.class))));
    all.add(
        new Program(
            "initializer-of-doubles",
            s ->
                s.fetch(
                    new Glorot<TFloat64>(VarianceScaling.Distribution.UNIFORM, SEED)
                        .call(s.tf, s.shape(3, 2), TFloat64.class))));
    all.add(
        new Program(
            "initializer-of-filters",
            s ->
                s.fetch(
                    new He<TFloat32>(VarianceScaling.Distribution.TRUNCATED_NORMAL, SEED)
                        .call(s.tf, s.shape(2, 2, 3, 4), TFloat32.class))));
    return all;
  }

  private static void value(Script script, Initializer<TFloat32> initializer) {
    script.fetch(initializer.call(script.tf, script.shape(4, 4), TFloat32.class));
  }

  private static void variable(Script script, Initializer<TFloat32> initializer) {
    Operand<TFloat32> initial = initializer.call(script.tf, script.shape(5, 3), TFloat32.class);
    Variable<TFloat32> variable = script.tf.variable(initial);
    script.initialize();
    script.fetch(variable, script.tf.math.mul(variable, script.tf.constant(2f)));
  }
}
