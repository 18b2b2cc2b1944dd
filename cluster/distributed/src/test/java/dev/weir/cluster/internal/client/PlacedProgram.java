package dev.weir.cluster.internal.client;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * A program of sums, conditionals and loops over three whole numbers, made up from a seed out of
 * the primitives of control flow. Only where its nodes are is told from outside, so that the same
 * seed makes the same program on one device and on many tasks.
 */
final class PlacedProgram {
  static final int VARIABLES = 3;
  private static final int DEEPEST = 2;

  private final Graph graph;
  private final Random random;
  private final IntFunction<String> places;
  private int frames;

  /**
   * A program.
   *
   * @param places a device for every number
   */
  PlacedProgram(Graph graph, long seed, IntFunction<String> places) {
    this.graph = graph;
    this.random = new Random(seed);
    this.places = places;
  }

  /** What goes in: placeholders {@code x0}, {@code x1} and {@code x2}. */
  private List<Output> parameters() {
    List<Output> parameters = new ArrayList<>();
    for (int i = 0; i < VARIABLES; i++) {
      parameters.add(
          graph
              .node("Placeholder", "x" + i)
              .attr("dtype", DType.INT64)
              .attr("shape", AttrValue.of(Shape.scalar()))
              .build()
              .output(0));
    }
    return parameters;
  }

  /** What comes out. */
  List<Output> build() {
    List<Output> start = parameters();
    return block(start, built("Identity", start.get(0)), 0);
  }

  private NodeBuilder node(String op) {
    return graph.node(op).device(places.apply(random.nextInt(1 << 20)));
  }

  private Output built(String op, Operand... inputs) {
    NodeBuilder builder = node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder.build().output(0);
  }

  /** A constant in the loop and branch that {@code here} is in. */
  private Output constant(long value, Output here) {
    return node("Const")
        .attr("value", AttrValue.of(Tensors.scalar(value)))
        .attr("dtype", DType.INT64)
        .controlInput(here.node())
        .build()
        .output(0);
  }

  private List<Output> block(List<Output> before, Output here, int depth) {
    List<Output> variables = new ArrayList<>(before);
    int count = random.nextInt(depth == 0 ? 2 : 1, 4);
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(depth == DEEPEST ? 1 : 4)) {
        case 2 -> variables = choose(variables, here, depth);
        case 3 -> variables = repeat(variables, here, depth);
        default -> assign(variables, here);
      }
    }
    return variables;
  }

  private void assign(List<Output> variables, Output here) {
    String op = List.of("AddV2", "Sub", "Mul").get(random.nextInt(3));
    Output left = variables.get(random.nextInt(VARIABLES));
    Output right =
        random.nextBoolean()
            ? variables.get(random.nextInt(VARIABLES))
            : constant(random.nextInt(-3, 10), here);
    variables.set(random.nextInt(VARIABLES), built(op, left, right));
  }

  private Output modulo(Output value, int modulus, Output here) {
    return built("FloorMod", value, constant(modulus, here));
  }

  private List<Output> choose(List<Output> variables, Output here, int depth) {
    Output tested = modulo(variables.get(random.nextInt(VARIABLES)), random.nextInt(2, 5), here);
    Output condition = built("Less", tested, constant(random.nextInt(0, 4), here));
    List<Output> taken = new ArrayList<>();
    List<Output> otherwise = new ArrayList<>();
    for (Output variable : variables) {
      Node branch = node("Switch").input(variable).input(condition).build();
      otherwise.add(branch.output(0));
      taken.add(branch.output(1));
    }
    List<Output> first = block(taken, built("Identity", taken.get(0)), depth + 1);
    List<Output> second = block(otherwise, built("Identity", otherwise.get(0)), depth + 1);
    List<Output> merged = new ArrayList<>();
    for (int i = 0; i < VARIABLES; i++) {
      List<Output> both = List.of(first.get(i), second.get(i));
      merged.add(node("Merge").inputList(both).build().output(0));
    }
    return merged;
  }

  private List<Output> repeat(List<Output> variables, Output here, int depth) {
    String frame = "loop" + frames++;
    int parallel = random.nextInt(1, 11);
    Output bound = modulo(variables.get(random.nextInt(VARIABLES)), random.nextInt(1, 5), here);
    List<Output> entering = new ArrayList<>(variables);
    entering.add(constant(0, here));
    List<Node> merges = new ArrayList<>();
    List<String> where = new ArrayList<>();
    for (Output value : entering) {
      Node enter = enter(value, frame, parallel, false);
      where.add(enter.device());
      merges.add(
          graph
              .node("Merge")
              .inputList(List.of(enter, enter))
              .openBackEdge()
              .device(enter.device())
              .build());
    }
    Output limit = enter(bound, frame, parallel, true).output(0);
    Output counter = merges.get(VARIABLES).output(0);
    Output condition = built("LoopCond", built("Less", counter, limit));
    List<Output> inside = new ArrayList<>();
    List<Output> after = new ArrayList<>();
    for (Node merge : merges) {
      Node branch = node("Switch").input(merge.output(0)).input(condition).build();
      inside.add(branch.output(1));
      after.add(built("Exit", branch.output(0)));
    }
    Output pivot = built("Identity", inside.get(VARIABLES));
    List<Output> next = block(inside.subList(0, VARIABLES), pivot, depth + 1);
    next.add(built("AddV2", inside.get(VARIABLES), constant(1, pivot)));
    for (int i = 0; i < next.size(); i++) {
      Node back = graph.node("NextIteration").input(next.get(i)).device(where.get(i)).build();
      graph.connectBackEdge(merges.get(i), 1, back.output(0));
    }
    return after.subList(0, VARIABLES);
  }

  private Node enter(Output value, String frame, int parallel, boolean isConstant) {
    return node("Enter")
        .input(value)
        .attr("frame_name", frame)
        .attr("is_constant", isConstant)
        .attr("parallel_iterations", parallel)
        .build();
  }
}
