package dev.weir.runtime;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.runtime.RandomProgram.Assign;
import dev.weir.runtime.RandomProgram.Choose;
import dev.weir.runtime.RandomProgram.Repeat;
import dev.weir.runtime.RandomProgram.Statement;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RandomProgram} out of the primitives of control flow, in one of the many ways there are:
 * nodes on random devices, values passed by threads of their own, loop invariants as constants or
 * as variables, back edges first or last, controls where they change nothing.
 */
final class ProgramGraph {
  /** Elements of each value: enough for memory that is counted. */
  static final int SIZE = 100;

  private final Graph graph;
  private final Random random;
  private final int devices;
  private final boolean fails;
  private int frames;

  /** {@code fails}: now and then a value will not do, and the step fails. */
  ProgramGraph(Graph graph, Random random, int devices, boolean fails) {
    this.graph = graph;
    this.random = random;
    this.devices = devices;
    this.fails = fails;
  }

  /** The variables after the program, from the variables before it. */
  List<Output> build(RandomProgram program, List<Output> start) {
    return block(program.statements, start, start.get(0));
  }

  private String device() {
    return devices == 1 || random.nextInt(3) == 0 ? "" : "/device:CPU:" + random.nextInt(devices);
  }

  private NodeBuilder node(String op) {
    return graph.node(op).device(device());
  }

  private Output built(String op, Operand... inputs) {
    NodeBuilder builder = node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder.build().output(0);
  }

  /** Passes a value on, perhaps by way of another thread. */
  private Output passed(Output value) {
    if (fails && random.nextInt(5) == 0) {
      return node("TestFailAt")
          .input(value)
          .attr("modulus", 11)
          .attr("at", random.nextInt(11))
          .build()
          .output(0);
    }
    return random.nextInt(4) == 0 ? built("TestPass", value) : value;
  }

  /** A constant in the loop and branch that {@code here} is in. */
  private Output constant(long value, Output here) {
    long[] values = new long[SIZE];
    java.util.Arrays.fill(values, value);
    return node("Const")
        .attr("value", AttrValue.of(Tensors.vector(values)))
        .attr("dtype", DType.INT64)
        .controlInput(here.node())
        .build()
        .output(0);
  }

  private List<Output> block(List<Statement> block, List<Output> before, Output here) {
    List<Output> variables = new ArrayList<>(before);
    for (Statement statement : block) {
      switch (statement) {
        case Assign assign -> variables.set(assign.target(), assign(assign, variables, here));
        case Choose choose -> variables = choose(choose, variables);
        case Repeat repeat -> variables = repeat(repeat, variables, here);
      }
    }
    return variables;
  }

  private Output assign(Assign assign, List<Output> variables, Output here) {
    Output left = passed(variables.get(assign.left()));
    Output right =
        assign.right() < 0
            ? constant(assign.constant(), here)
            : passed(variables.get(assign.right()));
    String op =
        switch (assign.op()) {
          case '+' -> "TestAdd";
          case '-' -> "TestSub";
          default -> "TestMul";
        };
    return built(op, left, right);
  }

  private List<Output> choose(Choose choose, List<Output> variables) {
    Output condition =
        node("TestBelow")
            .input(variables.get(choose.variable()))
            .attr("modulus", choose.modulus())
            .attr("below", choose.below())
            .build()
            .output(0);
    List<Output> taken = new ArrayList<>();
    List<Output> otherwise = new ArrayList<>();
    for (Output variable : variables) {
      Node branch = node("Switch").input(variable).input(condition).build();
      otherwise.add(branch.output(0));
      taken.add(branch.output(1));
    }
    // a control edge from a Switch does not tell its outputs apart, one from an Identity does
    List<Output> afterTaken = block(choose.taken(), taken, built("Identity", taken.get(0)));
    List<Output> afterOther =
        block(choose.otherwise(), otherwise, built("Identity", otherwise.get(0)));
    List<Output> merged = new ArrayList<>();
    for (int i = 0; i < variables.size(); i++) {
      Output first = passed(afterTaken.get(i));
      Output second = passed(afterOther.get(i));
      NodeBuilder merge =
          node("Merge")
              .inputList(random.nextBoolean() ? List.of(first, second) : List.of(second, first));
      if (random.nextInt(3) == 0) { // dead or alive: a Merge only waits for it
        merge.controlInput((random.nextBoolean() ? first : second).node());
      }
      merged.add(merge.build().output(0));
    }
    return merged;
  }

  /** A value in a loop: where it starts, and what it is in the body and after the loop. */
  private static final class Carried {
    final Node merge;
    final int back;
    final String device;
    final Output body;
    final Output after;

    Carried(Node merge, int back, String device, Output body, Output after) {
      this.merge = merge;
      this.back = back;
      this.device = device;
      this.body = body;
      this.after = after;
    }
  }

  private final class LoopBuilder {
    final String frame = "loop" + frames++;
    final int parallel = random.nextInt(1, 11);

    Node enter(Output value, boolean isConstant, String device) {
      return graph
          .node("Enter")
          .input(value)
          .attr("frame_name", frame)
          .attr("is_constant", isConstant)
          .attr("parallel_iterations", parallel)
          .device(device)
          .build();
    }

    Node merge(Node enter, String device) {
      return graph
          .node("Merge")
          .inputList(List.of(enter, enter))
          .openBackEdge()
          .device(device)
          .build();
    }

    Carried carried(Node merge, int back, String device, Output condition) {
      Node branch = node("Switch").input(merge.output(0)).input(condition).build();
      return new Carried(merge, back, device, branch.output(1), built("Exit", branch.output(0)));
    }

    void next(Carried carried, Output value) {
      Node next = graph.node("NextIteration").input(value).device(carried.device).build();
      graph.connectBackEdge(carried.merge, carried.back, next.output(0));
    }
  }

  private List<Output> repeat(Repeat repeat, List<Output> variables, Output here) {
    LoopBuilder loop = new LoopBuilder();
    Output bound =
        node("TestModulus")
            .input(variables.get(repeat.variable()))
            .attr("modulus", repeat.modulus())
            .build()
            .output(0);
    List<Output> entering = new ArrayList<>(variables);
    entering.add(constant(0, here)); // the counter
    int counter = variables.size();
    List<Node> merges = new ArrayList<>();
    List<String> where = new ArrayList<>();
    List<@Nullable Output> constants = new ArrayList<>();
    List<Integer> backs = new ArrayList<>();
    for (int i = 0; i < entering.size(); i++) {
      boolean isInvariant =
          i < counter && !RandomProgram.assigns(repeat.body(), i) && random.nextBoolean();
      String device = device();
      Node enter = loop.enter(passed(entering.get(i)), isInvariant, device);
      merges.add(isInvariant ? enter : loop.merge(enter, device));
      where.add(device);
      constants.add(isInvariant ? enter.output(0) : null);
      backs.add(random.nextInt(2));
    }
    Output limit = loop.enter(passed(bound), true, device()).output(0);
    Output condition = built("LoopCond", built("TestFewer", merges.get(counter).output(0), limit));
    Carried counting =
        loop.carried(merges.get(counter), backs.get(counter), where.get(counter), condition);
    Output counted = counting.body;
    Output pivot = built("Identity", counted);
    List<@Nullable Carried> carried = new ArrayList<>();
    List<Output> inBody = new ArrayList<>();
    for (int i = 0; i < counter; i++) {
      Output constant = constants.get(i);
      if (constant != null) {
        carried.add(null);
        inBody.add(inBody(constant, condition, pivot));
      } else {
        Carried value = loop.carried(merges.get(i), backs.get(i), where.get(i), condition);
        carried.add(value);
        inBody.add(value.body);
      }
    }
    List<Output> after = block(repeat.body(), inBody, pivot);
    List<Output> result = new ArrayList<>();
    for (int i = 0; i < counter; i++) {
      Carried value = carried.get(i);
      if (value == null) {
        result.add(variables.get(i));
      } else {
        loop.next(value, passed(after.get(i)));
        result.add(value.after);
      }
    }
    loop.next(counting, built("TestAdd", counted, constant(1, pivot)));
    return result;
  }

  /** An invariant where the body is run, not where the condition has said no. */
  private Output inBody(Output invariant, Output condition, Output pivot) {
    return random.nextBoolean()
        ? node("Switch").input(invariant).input(condition).build().output(1)
        : node("Identity").input(invariant).controlInput(pivot.node()).build().output(0);
  }
}
