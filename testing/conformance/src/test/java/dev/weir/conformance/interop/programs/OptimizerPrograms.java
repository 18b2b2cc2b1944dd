package dev.weir.conformance.interop.programs;

import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.framework.initializers.Glorot;
import org.tensorflow.framework.initializers.VarianceScaling;
import org.tensorflow.framework.losses.CategoricalCrossentropy;
import org.tensorflow.framework.optimizers.AdaDelta;
import org.tensorflow.framework.optimizers.AdaGrad;
import org.tensorflow.framework.optimizers.AdaGradDA;
import org.tensorflow.framework.optimizers.Adam;
import org.tensorflow.framework.optimizers.Adamax;
import org.tensorflow.framework.optimizers.Ftrl;
import org.tensorflow.framework.optimizers.GradientDescent;
import org.tensorflow.framework.optimizers.Momentum;
import org.tensorflow.framework.optimizers.Nadam;
import org.tensorflow.framework.optimizers.Optimizer;
import org.tensorflow.framework.optimizers.RMSProp;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.Variable;
import org.tensorflow.types.TFloat32;

/** Every optimizer, on a quadratic, on a linear model that is fed, and on a network. */
final class OptimizerPrograms {
  private OptimizerPrograms() {}

  private static Map<String, Function<Graph, Optimizer>> optimizers() {
    Map<String, Function<Graph, Optimizer>> all = new LinkedHashMap<>();
    all.put("gradient-descent", g -> new GradientDescent(g, 0.1f));
    all.put("momentum", g -> new Momentum(g, 0.1f, 0.9f));
    all.put("nesterov", g -> new Momentum(g, 0.1f, 0.9f, true));
    all.put("adam-without-decay", g -> new Adam(g, 0.1f, 0, 0, 1e-5f));
    all.put("adagrad", g -> new AdaGrad(g, 0.1f));
    all.put("adagrad-da", g -> new AdaGradDA(g, 0.1f));
    all.put("adadelta", g -> new AdaDelta(g, 0.5f));
    all.put("rmsprop", g -> new RMSProp(g, 0.1f));
    all.put("rmsprop-centered", g -> new RMSProp(g, 0.1f, 0.9f, 0.5f, 1e-5f, true));
    all.put("rmsprop-momentum", g -> new RMSProp(g, 0.1f, 0.9f, 0.5f, 1e-5f, false));
    all.put("ftrl", g -> new Ftrl(g, 0.1f));
    all.put("ftrl-l1l2", g -> new Ftrl(g, 0.1f, -0.5f, 0.1f, 0.01f, 0.02f, 0.1f));
    return all;
  }

  /** They change the powers of their decay while the variables that go by them are changed. */
  private static Map<String, Function<Graph, Optimizer>> racyOptimizers() {
    Map<String, Function<Graph, Optimizer>> all = new LinkedHashMap<>();
    all.put("adam", g -> new Adam(g, 0.1f));
    all.put("adam-betas", g -> new Adam(g, 0.1f, 0.8f, 0.9f, 1e-5f));
    all.put("adamax", g -> new Adamax(g, 0.1f));
    all.put("nadam", g -> new Nadam(g, 0.1f));
    return all;
  }

  static List<Program> all() {
    List<Program> all = new ArrayList<>();
    optimizers().forEach((name, optimizer) -> all.addAll(programs(name, optimizer, false)));
    racyOptimizers().forEach((name, optimizer) -> all.addAll(programs(name, optimizer, true)));
    return all;
  }

  private static List<Program> programs(
      String name, Function<Graph, Optimizer> optimizer, boolean isRacy) {
    String prefix = "optimizer-" + name;
    return List.of(
        new Program(prefix + "-quadratic", s -> quadratic(s, optimizer), isRacy),
        new Program(prefix + "-linear", s -> linear(s, optimizer), isRacy),
        new Program(prefix + "-network", s -> network(s, optimizer), isRacy));
  }

  private static void quadratic(Script s, Function<Graph, Optimizer> optimizer) {
    Variable<TFloat32> x = s.tf.withName("x").variable(s.tf.constant(new float[] {3, -2}));
    Operand<TFloat32> loss =
        s.tf.reduceSum(s.tf.math.square(s.tf.math.sub(x, s.vector(1, 1))), s.tf.constant(0));
    Op minimize = optimizer.apply(s.graph).minimize(loss);
    s.initialize();
    s.repeat(3, minimize);
    s.fetch(x, loss);
  }

  private static void linear(Script s, Function<Graph, Optimizer> optimizer) {
    Ops tf = s.tf;
    Placeholder<TFloat32> x = tf.placeholder(TFloat32.class, Placeholder.shape(Shape.of(-1, 2)));
    Placeholder<TFloat32> y = tf.placeholder(TFloat32.class, Placeholder.shape(Shape.of(-1, 1)));
    Variable<TFloat32> w = tf.withName("w").variable(tf.constant(new float[][] {{0.1f}, {0.2f}}));
    Variable<TFloat32> b = tf.withName("b").variable(tf.constant(new float[] {0}));
    Operand<TFloat32> predicted = tf.math.add(tf.linalg.matMul(x, w), b);
    Operand<TFloat32> loss =
        tf.math.mean(tf.math.squaredDifference(predicted, y), tf.constant(new int[] {0, 1}));
    Op minimize = optimizer.apply(s.graph).minimize(loss);
    s.initialize();
    for (int i = 1; i <= 3; i++) {
      s.feed(
          Map.of(
              x, Tensors.of(dev.weir.tensor.Shape.of(2, 2), i, 1f, -1f, 2f * i),
              y, Tensors.of(dev.weir.tensor.Shape.of(2, 1), 1f, -i)),
          minimize);
    }
    s.fetch(w, b);
  }

  private static void network(Script s, Function<Graph, Optimizer> optimizer) {
    Ops tf = s.tf;
    Operand<TFloat32> x = s.matrix(new float[][] {{1, 0, 2}, {0, 1, -1}, {1, 1, 1}, {0.5f, 0, 0}});
    Operand<TFloat32> y = s.matrix(new float[][] {{1, 0}, {0, 1}, {1, 0}, {0, 1}});
    Glorot<TFloat32> start = new Glorot<>(VarianceScaling.Distribution.UNIFORM, 7);
    Variable<TFloat32> w1 =
        tf.withName("w1").variable(start.call(tf, s.shape(3, 4), TFloat32.class));
    Variable<TFloat32> b1 = tf.withName("b1").variable(tf.constant(new float[4]));
    Variable<TFloat32> w2 =
        tf.withName("w2").variable(start.call(tf, s.shape(4, 2), TFloat32.class));
    Operand<TFloat32> hidden = tf.nn.relu(tf.math.add(tf.linalg.matMul(x, w1), b1));
    Operand<TFloat32> logits = tf.linalg.matMul(hidden, w2);
    Operand<TFloat32> loss = new CategoricalCrossentropy(true).call(tf, y, logits);
    Op minimize = optimizer.apply(s.graph).minimize(loss);
    s.initialize();
    s.fetch(loss);
    s.repeat(3, minimize);
    s.fetch(loss, w2);
  }
}
