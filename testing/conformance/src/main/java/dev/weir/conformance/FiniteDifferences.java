package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Moves elements of inputs and looks how the loss, a weighted sum of the outputs, changes. */
final class FiniteDifferences {
  /** So many elements of an input are moved, chosen at random if there are more. */
  private static final int ELEMENTS = 12;

  /** So many elements of an input are moved together. */
  private static final int TOGETHER = 64;

  private static final double STEP = 0x1p-17;
  private static final double ALLOWED = 2e-5;
  private static final double KINK = 1e-3;

  /** Beyond this, too few digits are left of a difference. */
  private static final double LARGE = 1e6;

  private final Session session;
  private final Map<String, Tensor> feeds;
  private final List<String> outputs;
  private final List<Tensor> results;
  private final List<Tensor> weights;
  private final boolean isWeighted;
  private final Map<String, Tensor> values = new HashMap<>();
  private final Random random = new Random(11);
  private int checked;

  /**
   * @param results the outputs before anything is moved
   * @param weights how much each element of the outputs counts
   * @param isWeighted whether no weight is 0, here or in what the outputs are made of
   */
  FiniteDifferences(
      Session session,
      Map<String, Tensor> feeds,
      List<String> outputs,
      List<Tensor> results,
      List<Tensor> weights,
      boolean isWeighted) {
    this.session = session;
    this.feeds = feeds;
    this.outputs = outputs;
    this.results = results;
    this.weights = weights;
    this.isWeighted = isWeighted;
  }

  /** How many derivatives were held to differences. */
  int checked() {
    return checked;
  }

  /** How many real numbers an element is. */
  static int parts(Tensor tensor) {
    return tensor.dtype().isComplex() ? 2 : 1;
  }

  /** One of the real numbers that an element is. */
  static double part(Tensor tensor, long i, int part) {
    return part == 0 ? tensor.getReal(i) : tensor.getImaginary(i);
  }

  static boolean isFinite(Tensor tensor, long i) {
    return Double.isFinite(part(tensor, i, 0))
        && Double.isFinite(part(tensor, i, parts(tensor) - 1));
  }

  static boolean areFinite(List<Tensor> tensors) {
    for (Tensor tensor : tensors) {
      for (long i = 0; i < tensor.elements(); i++) {
        if (!isFinite(tensor, i)) {
          return false;
        }
      }
    }
    return true;
  }

  /** What is wrong with a gradient; null if nothing. */
  @Nullable String check(String input, Tensor value, Tensor gradient) {
    values.put(input, value);
    long elements = value.elements();
    long count = Math.min(ELEMENTS, elements);
    for (long n = 0; n < count; n++) {
      long i = elements <= ELEMENTS ? n : random.nextLong(elements);
      for (int part = 0; part < parts(value); part++) {
        double ours = part(gradient, i, part);
        Double expected = derivative(input, value, List.of(i), part);
        if (expected == null || (Double.isNaN(ours) && !isWeighted)) {
          continue; // a weight of 0 times an infinite derivative is NaN
        }
        checked++;
        if (!isNear(ours, expected) && !isKink(input, value)) {
          return "the derivative by element %s of %s (%s) is %s, finite differences give %s"
              .formatted(i, input, part == 0 ? "real" : "imaginary", ours, expected);
        }
      }
    }
    return null;
  }

  /** Whether a number cannot be the derivative by an element of an input that was checked. */
  boolean refutes(String input, long i, int part, double claimed) {
    Tensor value = values.get(input);
    Double expected = value == null ? null : derivative(input, value, List.of(i), part);
    return expected != null && !isNear(claimed, expected);
  }

  private static boolean isNear(double claimed, double expected) {
    return Math.abs(claimed - expected) <= ALLOWED * (1 + Math.abs(expected));
  }

  /** The derivative by two central differences; null where the loss is not smooth. */
  private @Nullable Double derivative(String input, Tensor value, List<Long> elements, int part) {
    double size = 1;
    for (long i : elements) {
      if (!isFinite(value, i)) {
        return null;
      }
      size =
          Math.max(
              size,
              Math.max(Math.abs(part(value, i, 0)), Math.abs(part(value, i, parts(value) - 1))));
    }
    double step = STEP * size;
    double up = change(input, value, elements, part, step);
    double down = change(input, value, elements, part, -step);
    double farUp = change(input, value, elements, part, 2 * step);
    double farDown = change(input, value, elements, part, -2 * step);
    double near = (up - down) / (2 * step);
    double far = (farUp - farDown) / (4 * step);
    double bound = KINK * (1 + Math.abs(near));
    boolean smooth =
        Math.abs(up / step + down / step) <= bound && Math.abs(near - far) <= bound * KINK;
    return smooth ? (4 * near - far) / 3 : null;
  }

  /**
   * Whether the derivatives by single elements do not make up the one by all of them together:
   * where elements take each other's place, as three equal ones do around a median.
   */
  private boolean isKink(String input, Tensor value) {
    List<Long> smooth = new ArrayList<>();
    double sum = 0;
    for (long i = 0; i < Math.min(value.elements(), TOGETHER); i++) {
      Double derivative = derivative(input, value, List.of(i), 0);
      if (derivative != null) {
        smooth.add(i);
        sum += derivative;
      }
    }
    Double together = derivative(input, value, smooth, 0);
    return together != null && Math.abs(sum - together) > KINK * (1 + Math.abs(sum));
  }

  /** How the loss changes with a part of some elements; NaN where that cannot be seen. */
  private double change(String input, Tensor value, List<Long> elements, int part, double step) {
    Tensor moved = Tensor.allocate(value.dtype(), value.shape());
    moved.copyFrom(value, 0, 0, value.elements());
    for (long i : elements) {
      double real = part(value, i, 0) + (part == 0 ? step : 0);
      if (parts(value) == 1) {
        moved.setDouble(i, real);
      } else {
        moved.setComplex(i, real, part(value, i, 1) + (part == 1 ? step : 0));
      }
    }
    Map<String, Tensor> all = new LinkedHashMap<>(feeds);
    all.put(input, moved.freeze());
    List<Tensor> then;
    try {
      then = GradientJudge.run(session, all, outputs);
    } catch (WeirException e) { // the op refuses what lies beyond
      return Double.NaN;
    }
    double change = 0;
    for (int o = 0; o < then.size(); o++) {
      if (!then.get(o).shape().equals(results.get(o).shape())) {
        return Double.NaN;
      }
      change += change(results.get(o), then.get(o), weights.get(o));
    }
    return change;
  }

  /** Numbers that stay what they were do not count, whatever they are. */
  private static double change(Tensor before, Tensor after, Tensor weights) {
    double sum = 0;
    for (long i = 0; i < before.elements(); i++) {
      for (int part = 0; part < parts(before); part++) {
        double from = part(before, i, part);
        double to = part(after, i, part);
        if (Double.compare(from, to) != 0) {
          sum += Math.abs(from) < LARGE ? part(weights, i, part) * (to - from) : Double.NaN;
        }
      }
    }
    return sum;
  }
}
