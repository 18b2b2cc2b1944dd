package dev.weir.conformance.interop.programs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tensorflow.Operand;
import org.tensorflow.framework.metrics.AUC;
import org.tensorflow.framework.metrics.AUCCurve;
import org.tensorflow.framework.metrics.AUCSummationMethod;
import org.tensorflow.framework.metrics.Accuracy;
import org.tensorflow.framework.metrics.BaseMetric;
import org.tensorflow.framework.metrics.BinaryAccuracy;
import org.tensorflow.framework.metrics.BinaryCrossentropy;
import org.tensorflow.framework.metrics.CategoricalAccuracy;
import org.tensorflow.framework.metrics.CategoricalCrossentropy;
import org.tensorflow.framework.metrics.CategoricalHinge;
import org.tensorflow.framework.metrics.CosineSimilarity;
import org.tensorflow.framework.metrics.FalseNegatives;
import org.tensorflow.framework.metrics.FalsePositives;
import org.tensorflow.framework.metrics.Hinge;
import org.tensorflow.framework.metrics.KLDivergence;
import org.tensorflow.framework.metrics.LogCoshError;
import org.tensorflow.framework.metrics.MeanAbsoluteError;
import org.tensorflow.framework.metrics.MeanAbsolutePercentageError;
import org.tensorflow.framework.metrics.MeanSquaredError;
import org.tensorflow.framework.metrics.MeanSquaredLogarithmicError;
import org.tensorflow.framework.metrics.Poisson;
import org.tensorflow.framework.metrics.Precision;
import org.tensorflow.framework.metrics.PrecisionAtRecall;
import org.tensorflow.framework.metrics.Recall;
import org.tensorflow.framework.metrics.RecallAtPrecision;
import org.tensorflow.framework.metrics.RootMeanSquaredError;
import org.tensorflow.framework.metrics.SensitivityAtSpecificity;
import org.tensorflow.framework.metrics.SparseCategoricalAccuracy;
import org.tensorflow.framework.metrics.SparseCategoricalCrossentropy;
import org.tensorflow.framework.metrics.SparseTopKCategoricalAccuracy;
import org.tensorflow.framework.metrics.SpecificityAtSensitivity;
import org.tensorflow.framework.metrics.SquaredHinge;
import org.tensorflow.framework.metrics.TopKCategoricalAccuracy;
import org.tensorflow.framework.metrics.TrueNegatives;
import org.tensorflow.framework.metrics.TruePositives;
import org.tensorflow.op.Op;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.family.TNumber;

/** Metrics: initialized, updated twice, read, reset, with and without weights. */
final class MetricPrograms {
  private static final long SEED = 1001;

  private MetricPrograms() {}

  private static Map<String, Supplier<BaseMetric>> ofClasses() {
    Class<TFloat32> type = TFloat32.class;
    Map<String, Supplier<BaseMetric>> all = new LinkedHashMap<>();
    all.put("accuracy", () -> new Accuracy<>(SEED, type));
    all.put("binary-accuracy", () -> new BinaryAccuracy<>(0.4f, SEED, type));
    all.put("binary-crossentropy", () -> new BinaryCrossentropy<>(false, 0.1f, SEED, type));
    all.put("categorical-accuracy", () -> new CategoricalAccuracy<>(SEED, type));
    all.put("categorical-crossentropy", () -> new CategoricalCrossentropy<>(false, 0, SEED, type));
    all.put("categorical-hinge", () -> new CategoricalHinge<>(SEED, type));
    all.put("cosine-similarity", () -> new CosineSimilarity<>(1, SEED, type));
    all.put("hinge", () -> new Hinge<>(SEED, type));
    all.put("kl-divergence", () -> new KLDivergence<>(SEED, type));
    all.put("log-cosh-error", () -> new LogCoshError<>(SEED, type));
    all.put("mean-absolute-error", () -> new MeanAbsoluteError<>(SEED, type));
    all.put("mean-absolute-percentage-error", () -> new MeanAbsolutePercentageError<>(SEED, type));
    all.put("mean-squared-error", () -> new MeanSquaredError<>(SEED, type));
    all.put("mean-squared-logarithmic-error", () -> new MeanSquaredLogarithmicError<>(SEED, type));
    all.put("poisson", () -> new Poisson<>(SEED, type));
    all.put("root-mean-squared-error", () -> new RootMeanSquaredError<>(SEED, type));
    all.put("squared-hinge", () -> new SquaredHinge<>(SEED, type));
    all.put("top-k-categorical-accuracy", () -> new TopKCategoricalAccuracy<>(2, SEED, type));
    return all;
  }

  private static Map<String, Supplier<BaseMetric>> ofDecisions() {
    Class<TFloat32> type = TFloat32.class;
    float[] thresholds = {0.2f, 0.5f, 0.8f};
    Map<String, Supplier<BaseMetric>> all = new LinkedHashMap<>();
    all.put("auc", () -> new AUC<>(20, SEED, type));
    all.put("auc-pr", () -> new AUC<>(20, AUCCurve.PR, SEED, type));
    all.put(
        "auc-majoring", () -> new AUC<>(20, AUCCurve.ROC, AUCSummationMethod.MAJORING, SEED, type));
    all.put("false-negatives", () -> new FalseNegatives<>(0.5f, SEED, type));
    all.put("false-positives", () -> new FalsePositives<>(thresholds, SEED, type));
    all.put("true-negatives", () -> new TrueNegatives<>(thresholds, SEED, type));
    all.put("true-positives", () -> new TruePositives<>(0.3f, SEED, type));
    all.put("precision", () -> new Precision<>(SEED, type));
    all.put("precision-thresholds", () -> new Precision<>(thresholds, SEED, type));
    all.put("recall", () -> new Recall<>(0.4f, SEED, type));
    all.put("precision-at-recall", () -> new PrecisionAtRecall<>(0.5f, 20, SEED, type));
    all.put("recall-at-precision", () -> new RecallAtPrecision<>(0.6f, 20, SEED, type));
    all.put(
        "sensitivity-at-specificity", () -> new SensitivityAtSpecificity<>(0.5f, 20, SEED, type));
    all.put(
        "specificity-at-sensitivity", () -> new SpecificityAtSensitivity<>(0.5f, 20, SEED, type));
    return all;
  }

  static List<Program> all() {
    List<Program> all = new ArrayList<>();
    ofClasses()
        .forEach(
            (name, metric) -> {
              all.add(new Program("metric-" + name, s -> classes(s, metric.get(), null)));
              all.add(
                  new Program(
                      "metric-" + name + "-weighted",
                      s -> classes(s, metric.get(), s.tf.constant(new float[] {0.5f, 2}))));
            });
    ofDecisions()
        .forEach(
            (name, metric) -> {
              all.add(new Program("metric-" + name, s -> decisions(s, metric.get(), null)));
              all.add(
                  new Program(
                      "metric-" + name + "-weighted",
                      s -> decisions(s, metric.get(), s.tf.constant(new float[] {1, 2, 0.5f, 1}))));
            });
    all.add(
        new Program(
            "metric-sparse-categorical-accuracy",
            s -> sparse(s, new SparseCategoricalAccuracy<>(SEED, TFloat32.class))));
    all.add(
        new Program(
            "metric-sparse-categorical-crossentropy",
            s -> sparse(s, new SparseCategoricalCrossentropy<>(false, -1, SEED, TFloat32.class))));
    all.add(
        new Program(
            "metric-sparse-top-k-categorical-accuracy",
            s -> sparse(s, new SparseTopKCategoricalAccuracy<>(2, SEED, TFloat32.class))));
    return all;
  }

  private static void classes(Script s, BaseMetric metric, @Nullable Operand<TFloat32> weights) {
    Operand<TFloat32> labels = s.matrix(new float[][] {{1, 0, 0}, {0, 1, 0}});
    Operand<TFloat32> predictions =
        s.matrix(new float[][] {{0.7f, 0.2f, 0.1f}, {0.25f, 0.35f, 0.4f}});
    live(s, metric, labels, predictions, weights);
  }

  private static void decisions(Script s, BaseMetric metric, @Nullable Operand<TFloat32> weights) {
    Operand<TFloat32> labels = s.vector(0, 1, 1, 0);
    Operand<TFloat32> predictions = s.vector(0.1f, 0.4f, 0.9f, 0.6f);
    live(s, metric, labels, predictions, weights);
  }

  private static void sparse(Script s, BaseMetric metric) {
    Operand<TFloat32> labels = s.matrix(new float[][] {{0}, {2}});
    Operand<TFloat32> predictions =
        s.matrix(new float[][] {{0.7f, 0.2f, 0.1f}, {0.25f, 0.35f, 0.4f}});
    live(s, metric, labels, predictions, null);
  }

  /** Updated twice, read, reset and read again. */
  private static void live(
      Script s,
      BaseMetric metric,
      Operand<? extends TNumber> labels,
      Operand<TFloat32> predictions,
      @Nullable Operand<TFloat32> weights) {
    Op update = metric.updateState(s.tf, labels, predictions, weights);
    Operand<TFloat32> result = metric.result(s.tf, TFloat32.class);
    Op reset = metric.resetStates(s.tf);
    s.initialize();
    s.run(update).fetch(result).run(update).fetch(result).run(reset).fetch(result);
  }
}
