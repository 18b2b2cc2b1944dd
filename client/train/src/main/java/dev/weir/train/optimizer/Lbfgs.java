package dev.weir.train.optimizer;

import dev.weir.autodiff.Gradient;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.Model;
import dev.weir.train.Optimizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Minimizes a loss of all examples at once by limited-memory BFGS: the last gradients tell how the
 * loss bends. For small models and losses without random numbers. The loop is the client's; the
 * session computes losses and gradients.
 *
 * @see <a href="https://doi.org/10.1007/BF01589116">Liu and Nocedal 1989</a>
 */
public final class Lbfgs {
  /** How much of the decrease that the slope promises a step must give (Armijo). */
  private static final double SUFFICIENT = 1e-4;

  private static final int HALVINGS = 40;

  /**
   * When it ends.
   *
   * @param iterations at most so many
   * @param tolerance ends when no element of the gradient is further from 0
   * @param memory how many gradients are remembered
   */
  public record Options(int iterations, double tolerance, int memory) {
    public Options {
      if (iterations < 1 || !(tolerance >= 0) || memory < 1) {
        throw WeirException.invalidArgument(
            "at least one iteration and one gradient, and a tolerance of at least 0: got %d, %d"
                + " and %s",
            iterations, memory, tolerance);
      }
    }

    /** 100 iterations, tolerance 1e-5, 10 gradients. */
    public static Options standard() {
      return new Options(100, 1e-5, 10);
    }
  }

  /**
   * What was found; the variables have it.
   *
   * @param loss the last
   * @param iterations how many were made
   * @param converged whether the gradient is within the tolerance
   */
  public record Result(double loss, int iterations, boolean converged) {}

  private record Point(double[] at, double loss, double[] slope) {}

  private record Bend(double[] move, double[] change, double product) {}

  private final Output loss;
  private final List<GraphVariable> variables = new ArrayList<>();
  private final List<Output> gradients = new ArrayList<>();
  private final List<Output> values = new ArrayList<>();
  private final List<Node> assigns = new ArrayList<>();

  private Lbfgs(Model model, Output loss) {
    this.loss = model.withPenalties(loss);
    for (Optimizer.Update update : Optimizer.gradients(model, loss, model.trainable())) {
      GraphVariable variable = update.variable();
      Gradient gradient = update.gradient();
      variables.add(variable);
      gradients.add(gradient.dense(model.ops().scope()));
      Output value = model.ops().placeholder(variable.dtype(), variable.shape());
      values.add(value);
      assigns.add(variable.assign(value));
    }
  }

  /** Minimizes a loss by the trainable variables of a model. Builds nodes; runs nothing yet. */
  public static Lbfgs of(Model model, Operand loss) {
    return new Lbfgs(model, loss.asOutput());
  }

  /** Minimizes from the values the variables have, which must be initialized. */
  public Result minimize(Session session, Options options) {
    List<Tensor> start = fetch(session, variables);
    Point point = evaluate(session, start, flat(start));
    Deque<Bend> bends = new ArrayDeque<>();
    for (int i = 0; i < options.iterations; i++) {
      if (largest(point.slope) <= options.tolerance) {
        return new Result(point.loss, i, true);
      }
      Point next = search(session, start, point, direction(point.slope, bends));
      if (!(next.loss < point.loss)) {
        return new Result(point.loss, i, false); // no step makes it smaller: numbers are too coarse
      }
      remember(bends, point, next, options.memory);
      point = next;
    }
    return new Result(point.loss, options.iterations, largest(point.slope) <= options.tolerance);
  }

  private static void remember(Deque<Bend> bends, Point before, Point after, int memory) {
    double[] move = plus(after.at, -1, before.at);
    double[] change = plus(after.slope, -1, before.slope);
    double product = dot(move, change);
    if (product > 1e-10 * dot(change, change)) {
      bends.addFirst(new Bend(move, change, product));
      if (bends.size() > memory) {
        bends.removeLast();
      }
    }
  }

  /** The two-loop recursion: the slope, bent by what is remembered, downhill. */
  private static double[] direction(double[] slope, Deque<Bend> bends) {
    double[] q = slope.clone();
    double[] parts = new double[bends.size()];
    int i = 0;
    for (Bend bend : bends) {
      parts[i] = dot(bend.move, q) / bend.product;
      q = plus(q, -parts[i++], bend.change);
    }
    Bend last = bends.peekFirst();
    double scale =
        last == null
            ? 1 / Math.max(1, Math.sqrt(dot(slope, slope)))
            : last.product / dot(last.change, last.change);
    q = plus(new double[q.length], scale, q);
    for (Iterator<Bend> old = bends.descendingIterator(); old.hasNext(); ) {
      Bend bend = old.next();
      q = plus(q, parts[--i] - dot(bend.change, q) / bend.product, bend.move);
    }
    return plus(new double[q.length], -1, q);
  }

  /** Halves the step until it makes the loss smaller; the same point if none does. */
  private Point search(Session session, List<Tensor> like, Point from, double[] direction) {
    double descent = dot(from.slope, direction);
    double length = 1;
    for (int i = 0; i < HALVINGS && descent < 0; i++, length /= 2) {
      Point to = evaluate(session, like, plus(from.at, length, direction));
      if (to.loss <= from.loss + SUFFICIENT * length * descent && to.loss < from.loss) {
        return to;
      }
    }
    evaluate(session, like, from.at);
    return from;
  }

  /** Gives the variables values, and takes loss and gradients. */
  private Point evaluate(Session session, List<Tensor> like, double[] at) {
    Runner change = session.runner();
    int next = 0;
    for (int v = 0; v < values.size(); v++) {
      Tensor value = Tensor.allocate(like.get(v).dtype(), like.get(v).shape());
      for (long i = 0; i < value.elements(); i++) {
        value.setDouble(i, at[next++]);
      }
      change.feed(values.get(v), value.freeze()).addTarget(assigns.get(v));
    }
    change.run();
    List<Operand> wanted = new ArrayList<>(gradients);
    wanted.addFirst(loss);
    List<Tensor> found = fetch(session, wanted);
    double value = found.getFirst().getDouble(0);
    return new Point(at, value, flat(found.subList(1, found.size())));
  }

  private static List<Tensor> fetch(Session session, List<? extends Operand> what) {
    Runner runner = session.runner();
    what.forEach(runner::fetch);
    return runner.run();
  }

  private static double[] flat(List<Tensor> tensors) {
    int size = Math.toIntExact(tensors.stream().mapToLong(Tensor::elements).sum());
    double[] all = new double[size];
    int next = 0;
    for (Tensor tensor : tensors) {
      for (long i = 0; i < tensor.elements(); i++) {
        all[next++] = tensor.getDouble(i);
      }
    }
    return all;
  }

  private static double[] plus(double[] a, double factor, double[] b) {
    double[] sum = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      sum[i] = a[i] + factor * b[i];
    }
    return sum;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double largest(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }
}
