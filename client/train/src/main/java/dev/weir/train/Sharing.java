package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Variables that several parts of a model share. The part that is built first makes them, those
 * built after it get the same ones, in the same order.
 *
 * {@snippet :
 * Sharing weights = Sharing.create();
 * Output left = encode(model.sharing(weights), a);
 * Output right = encode(model.sharing(weights), b); // with the variables of the first
 * }
 *
 * <p>For one model and one thread.
 */
public final class Sharing {
  private final List<GraphVariable> variables = new ArrayList<>();
  private @Nullable Graph graph;

  private Sharing() {}

  public static Sharing create() {
    return new Sharing();
  }

  /** The variables there are. */
  public List<GraphVariable> variables() {
    return List.copyOf(variables);
  }

  /** Starts to build a part. */
  Pass start(Graph of) {
    if (graph != null && graph != of) {
      throw WeirException.invalidArgument(
          "variables are shared within one model; these are of another one: %s", variables);
    }
    Pass pass = new Pass(graph == null);
    graph = of;
    return pass;
  }

  /** The building of one part. */
  final class Pass {
    private final boolean isFirst;
    private int next;

    private Pass(boolean isFirst) {
      this.isFirst = isFirst;
    }

    /** The next variable: made now if this part is the first. */
    GraphVariable variable(
        String name, DType dtype, Shape shape, Supplier<GraphVariable> whenFirst) {
      if (isFirst) {
        GraphVariable made = whenFirst.get();
        variables.add(made);
        return made;
      }
      if (next >= variables.size()) {
        throw WeirException.invalidArgument(
            "parts that share variables are built alike: this one asks for \"%s\", the first made"
                + " only %s",
            name, variables);
      }
      GraphVariable shared = variables.get(next++);
      if (shared.dtype() != dtype || !shared.shape().isCompatibleWith(shape)) {
        throw WeirException.invalidArgument(
            "parts that share variables take inputs of the same size: this one asks for \"%s\","
                + " %s%s, the first made %s",
            name, dtype, shape, shared);
      }
      return shared;
    }
  }
}
