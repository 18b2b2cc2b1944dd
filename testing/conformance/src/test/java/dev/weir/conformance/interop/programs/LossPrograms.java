package dev.weir.conformance.interop.programs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tensorflow.Operand;
import org.tensorflow.framework.losses.BinaryCrossentropy;
import org.tensorflow.framework.losses.CategoricalCrossentropy;
import org.tensorflow.framework.losses.CategoricalHinge;
import org.tensorflow.framework.losses.CosineSimilarity;
import org.tensorflow.framework.losses.Hinge;
import org.tensorflow.framework.losses.Huber;
import org.tensorflow.framework.losses.KLDivergence;
import org.tensorflow.framework.losses.LogCosh;
import org.tensorflow.framework.losses.Loss;
import org.tensorflow.framework.losses.MeanAbsoluteError;
import org.tensorflow.framework.losses.MeanAbsolutePercentageError;
import org.tensorflow.framework.losses.MeanSquaredError;
import org.tensorflow.framework.losses.MeanSquaredLogarithmicError;
import org.tensorflow.framework.losses.Poisson;
import org.tensorflow.framework.losses.Reduction;
import org.tensorflow.framework.losses.SparseCategoricalCrossentropy;
import org.tensorflow.framework.losses.SquaredHinge;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/** Losses, with every reduction, with weights, and their gradients. */
final class LossPrograms {
  private LossPrograms() {}

  private static Map<String, Function<Reduction, Loss>> losses() {
    Map<String, Function<Reduction, Loss>> all = new LinkedHashMap<>();
    all.put("binary-crossentropy", r -> new BinaryCrossentropy(false, 0, r));
    all.put("binary-crossentropy-logits", r -> new BinaryCrossentropy(true, 0.1f, r));
    all.put("categorical-crossentropy", r -> new CategoricalCrossentropy(false, 0, r));
    all.put("categorical-crossentropy-logits", r -> new CategoricalCrossentropy(true, 0.1f, r));
    all.put("categorical-hinge", CategoricalHinge::new);
    all.put("cosine-similarity", CosineSimilarity::new);
    all.put("hinge", Hinge::new);
    all.put("huber", Huber::new);
    all.put("kl-divergence", KLDivergence::new);
    all.put("log-cosh", LogCosh::new);
    all.put("mean-absolute-error", MeanAbsoluteError::new);
    all.put("mean-absolute-percentage-error", MeanAbsolutePercentageError::new);
    all.put("mean-squared-error", MeanSquaredError::new);
    all.put("mean-squared-logarithmic-error", MeanSquaredLogarithmicError::new);
    all.put("poisson", Poisson::new);
    all.put("squared-hinge", SquaredHinge::new);
    return all;
  }

  static List<Program> all() {
    List<Program> all = new ArrayList<>();
    losses()
        .forEach(
            (name, loss) -> {
              for (Reduction reduction : List.of(Reduction.AUTO, Reduction.NONE, Reduction.SUM)) {
                all.add(
                    new Program(
                        "loss-" + name + "-" + reduction, s -> plain(s, loss.apply(reduction))));
              }
              all.add(
                  new Program(
                      "loss-" + name + "-weighted", s -> weighted(s, loss.apply(Reduction.AUTO))));
              all.add(
                  new Program(
                      "loss-" + name + "-scalar-weight",
                      s -> scalarWeight(s, loss.apply(Reduction.AUTO))));
              all.add(
                  new Program(
                      "loss-" + name + "-gradient", s -> gradient(s, loss.apply(Reduction.AUTO))));
            });
    all.add(
        new Program(
            "loss-sparse-categorical-crossentropy",
            s -> sparse(s, new SparseCategoricalCrossentropy(false, Reduction.AUTO))));
    all.add(
        new Program(
            "loss-sparse-categorical-crossentropy-logits",
            s -> sparse(s, new SparseCategoricalCrossentropy(true, Reduction.NONE))));
    return all;
  }

  private static Operand<TFloat32> labels(Ops tf) {
    return tf.constant(new float[][] {{1, 0, 0}, {0, 1, 0}});
  }

  private static Operand<TFloat32> predictions(Ops tf) {
    return tf.constant(new float[][] {{0.7f, 0.2f, 0.1f}, {0.25f, 0.35f, 0.4f}});
  }

  private static void plain(Script s, Loss loss) {
    s.fetch(loss.call(s.tf, labels(s.tf), predictions(s.tf), null));
  }

  private static void weighted(Script s, Loss loss) {
    Operand<TFloat32> weights = s.tf.constant(new float[][] {{0.5f}, {2f}});
    s.fetch(loss.call(s.tf, labels(s.tf), predictions(s.tf), weights));
  }

  private static void scalarWeight(Script s, Loss loss) {
    s.fetch(loss.call(s.tf, labels(s.tf), predictions(s.tf), s.tf.constant(2.5f)));
  }

  private static void gradient(Script s, Loss loss) {
    Operand<TFloat32> predictions = predictions(s.tf);
    Operand<TFloat32> value = loss.call(s.tf, labels(s.tf), predictions, null);
    s.fetch(s.tf.gradients(value, List.of(predictions)).dy(0));
  }

  private static void sparse(Script s, Loss loss) {
    Operand<TInt32> classes = s.tf.constant(new int[] {0, 2});
    s.fetch(loss.call(s.tf, classes, predictions(s.tf), null));
    s.fetch(loss.call(s.tf, classes, predictions(s.tf), s.tf.constant(new float[] {1, 3})));
  }
}
