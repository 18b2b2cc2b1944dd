package dev.weir.conformance;

import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
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
  private final Map<String, Tensor> values = new HashMap<>();
  private final Random random = new Random(11);
  private int checked;

  /**
   * @param results the outputs before anything is moved
   * @param weights how much each element of the outputs counts
   */
  FiniteDifferences(
      Session session,
      Map<String, Tensor> feeds,
      List<String> outputs,
      List<Tensor> results,
      List<Tensor> weights) {
    this.session = session;
    this.feeds = feeds;
    this.outputs = outputs;
    this.results = results;
    this.weights = weights;
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

  private static boolean isFinite(Tensor tensor) {
    for (long i = 0; i < tensor.elements(); i++) {
      if (!isFinite(tensor, i)) {
        return false;
      }
    }
    return true;
  }

  /** What is wrong with a gradient; null if nothing. */
  @Nullable String check(String input, Tensor value, Tensor gradient) {
    values.put(input, value);
    boolean areFinite = results.stream().allMatch(FiniteDifferences::isFinite);
    long elements = value.elements();
    long count = Math.min(ELEMENTS, elements);
    for (long n = 0; n < count; n++) {
      long i = elements <= ELEMENTS ? n : random.nextLong(elements);
      for (int part = 0; part < parts(value); part++) {
        double ours = part(gradient, i, part);
        Double expected = derivative(input, value, i, part);
        if (expected == null || (Double.isNaN(ours) && !areFinite)) {
          continue; // a weight of 0 times an infinite derivative is NaN
        }
        checked++;
        if (!isNear(ours, expected)) {
          return "the derivative by element %d of %s (%s) is %s, finite differences give %s"
              .formatted(i, input, part == 0 ? "real" : "imaginary", ours, expected);
        }
      }
    }
    return null;
  }

  /** Whether a number cannot be the derivative by an element of an input that was checked. */
  boolean refutes(String input, long i, int part, double claimed) {
    Tensor value = values.get(input);
    Double expected = value == null ? null : derivative(input, value, i, part);
    return expected != null && !isNear(claimed, expected);
  }

  private static boolean isNear(double claimed, double expected) {
    return Math.abs(claimed - expected) <= ALLOWED * (1 + Math.abs(expected));
  }

  /** The derivative by two central differences; null where the loss is not smooth. */
  private @Nullable Double derivative(String input, Tensor value, long i, int part) {
    if (!isFinite(value, i)) {
      return null;
    }
    double size = Math.max(Math.abs(part(value, i, 0)), Math.abs(part(value, i, parts(value) - 1)));
    double step = STEP * Math.max(1, size);
    double up = change(input, value, i, part, step);
    double down = change(input, value, i, part, -step);
    double farUp = change(input, value, i, part, 2 * step);
    double farDown = change(input, value, i, part, -2 * step);
    double near = (up - down) / (2 * step);
    double far = (farUp - farDown) / (4 * step);
    double bound = KINK * (1 + Math.abs(near));
    boolean smooth =
        Math.abs(up / step + down / step) <= bound && Math.abs(near - far) <= bound * KINK;
    return smooth ? (4 * near - far) / 3 : null;
  }

  /** How the loss changes with a part of an element; NaN where that cannot be seen. */
  private double change(String input, Tensor value, long i, int part, double step) {
    Tensor moved = Tensor.allocate(value.dtype(), value.shape());
    moved.copyFrom(value, 0, 0, value.elements());
    double real = part(value, i, 0) + (part == 0 ? step : 0);
    if (parts(value) == 1) {
      moved.setDouble(i, real);
    } else {
      moved.setComplex(i, real, part(value, i, 1) + (part == 1 ? step : 0));
    }
    Map<String, Tensor> all = new LinkedHashMap<>(feeds);
    all.put(input, moved.freeze());
    List<Tensor> then = GradientJudge.run(session, all, outputs);
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
