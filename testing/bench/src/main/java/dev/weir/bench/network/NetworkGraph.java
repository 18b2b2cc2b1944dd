package dev.weir.bench.network;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.Sliding;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Flatten;
import dev.weir.train.layer.Initializer;
import dev.weir.train.layer.Lstm;
import dev.weir.train.optimizer.GradientDescent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The graph of a {@link Task}, which Weir and TensorFlow both run: scores, loss, gradients and
 * updates, as a program that uses Weir's layers would have them.
 */
final class NetworkGraph {
  private final Task task;
  private final boolean isUnrolled;
  private final Model model = Model.create(new Graph());
  private final Output examples;
  private final Output labels;
  private final Output scores;
  private final Output loss;
  private final Node train;
  private final Node initializer;

  /**
   * Builds it.
   *
   * @param isUnrolled whether an LSTM has nodes for every step, instead of being one
   */
  NetworkGraph(Task task, boolean isUnrolled) {
    this.task = task;
    this.isUnrolled = isUnrolled;
    Ops ops = model.ops();
    examples =
        ops.placeholder(DType.FLOAT32, Shape.of(task.network().examples(task.batch()).sizes()));
    labels = ops.placeholder(DType.INT32, Shape.of(task.batch()));
    Output current = examples;
    for (Part part : task.network().parts()) {
      current = apply(part, current);
    }
    scores = current;
    loss = Losses.sparseSoftmaxCrossEntropy(ops, labels, scores);
    train = GradientDescent.of(Network.LEARNING_RATE).minimize(model, loss);
    initializer = model.initializer();
  }

  private Output apply(Part part, Output input) {
    return switch (part) {
      case Part.Dense dense -> {
        Output flat = input.shape().rank() == 2 ? input : new Flatten().apply(model, input);
        Dense layer = Dense.of(dense.units());
        yield (dense.relu() ? layer.relu() : layer).apply(model, flat);
      }
      case Part.Convolution convolution -> convolve(convolution, input);
      case Part.MaxPool pool -> {
        long[] size = {pool.size(), pool.size()};
        yield model.ops().nn.maxPool(input, size, Sliding.valid(pool.stride(), pool.stride()));
      }
      case Part.Lstm lstm -> remember(lstm, input);
    };
  }

  private Output convolve(Part.Convolution part, Output input) {
    Model inside = model.in("conv");
    long channels = input.shape().size(3);
    GraphVariable filter =
        variable(inside, "kernel", part.size(), part.size(), channels, part.outputs());
    GraphVariable bias = variable(inside, "bias", part.outputs());
    Sliding sliding = Sliding.valid(part.stride(), part.stride());
    boolean keepsSize = part.stride() == 1 && 2 * part.padding() == part.size() - 1;
    if (keepsSize) {
      sliding = Sliding.same(1, 1);
    } else if (part.padding() > 0) {
      long around = part.padding();
      sliding = sliding.padded(around, around, around, around);
    }
    Ops ops = inside.ops();
    Output sums = ops.nn.biasAdd(ops.nn.conv2d(input, filter, sliding), bias);
    return ops.nn.relu(sums);
  }

  /** The layer, or step by step: what the inputs do to the gates is one product for all. */
  private Output remember(Part.Lstm part, Output input) {
    if (!isUnrolled) {
      Lstm layer = new Lstm(part.units(), part.givesSequence(), 0, Initializer.zeros());
      return layer.apply(model, input);
    }
    return unroll(part, input);
  }

  private Output unroll(Part.Lstm part, Output input) {
    Model inside = model.in("lstm");
    Ops ops = inside.ops();
    int steps = Math.toIntExact(input.shape().size(1));
    int inputs = Math.toIntExact(input.shape().size(2));
    int gates = Part.Lstm.GATES * part.units();
    GraphVariable kernel = variable(inside, "kernel", inputs, gates);
    GraphVariable recurrent = variable(inside, "recurrent", part.units(), gates);
    GraphVariable bias = variable(inside, "bias", gates);
    Output rows = ops.array.reshape(input, -1, inputs);
    Output seen = ops.nn.biasAdd(ops.linalg.matMul(rows, kernel), bias);
    int[] sizes = {task.batch(), steps, gates};
    Output seenBySteps = ops.array.reshape(seen, ops.constant(sizes));
    Output cell = zeros(ops, task.batch(), part.units());
    Output out = cell;
    List<Output> outputs = new ArrayList<>();
    for (Output atStep : ops.array.unstack(seenBySteps, steps, 1)) {
      Output sums = ops.math.add(atStep, ops.linalg.matMul(out, recurrent));
      // input gate, forget gate, candidate, output gate
      List<Output> gate = ops.array.split(1, sums, Part.Lstm.GATES);
      Output kept = ops.math.mul(ops.math.sigmoid(gate.get(1)), cell);
      Output added = ops.math.mul(ops.math.sigmoid(gate.get(0)), ops.math.tanh(gate.get(2)));
      cell = ops.math.add(kept, added);
      out = ops.math.mul(ops.math.sigmoid(gate.get(3)), ops.math.tanh(cell));
      outputs.add(out);
    }
    return part.givesSequence() ? ops.array.stack(outputs, 1) : out;
  }

  private static Output zeros(Ops ops, long... sizes) {
    return ops.constant(Tensor.allocate(DType.FLOAT32, Shape.of(sizes)).freeze());
  }

  private static GraphVariable variable(Model model, String name, long... sizes) {
    return model.variable(name, Initializer.zeros().of(model, Shape.of(sizes), DType.FLOAT32));
  }

  Graph graph() {
    return model.graph();
  }

  /** Gives variables the values they are fed with. */
  Node initializer() {
    return initializer;
  }

  /** What to feed the initializer with. */
  Map<Output, Tensor> initialValues() {
    List<GraphVariable> variables = model.trainable();
    List<Values> values = values();
    if (variables.size() != values.size()) {
      throw new IllegalStateException(
          variables.size() + " variables, but " + values.size() + " values for them");
    }
    Map<Output, Tensor> feeds = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      feeds.put(variables.get(i).initializer().input(1), values.get(i).tensor());
    }
    return feeds;
  }

  /**
   * What the variables start as. The layer has the weights of an LSTM in one matrix, with the
   * candidate before the forget gate.
   */
  private List<Values> values() {
    Iterator<Values> given = task.network().parameters().iterator();
    List<Values> values = new ArrayList<>();
    for (Part part : task.network().parts()) {
      if (part instanceof Part.Lstm && !isUnrolled) {
        values.add(given.next().above(given.next()).withColumnBlocks(0, 2, 1, 3));
        values.add(given.next().withColumnBlocks(0, 2, 1, 3));
      } else if (!(part instanceof Part.MaxPool)) {
        int count = part instanceof Part.Lstm ? 3 : 2;
        for (int i = 0; i < count; i++) {
          values.add(given.next());
        }
      }
    }
    return values;
  }

  /** What to feed a step with. */
  Map<Output, Tensor> feeds() {
    Map<Output, Tensor> feeds = new LinkedHashMap<>();
    feeds.put(examples, task.network().examples(task.batch()).tensor());
    if (task.training()) {
      feeds.put(labels, Tensors.of(Shape.of(task.batch()), task.network().labels(task.batch())));
    }
    return feeds;
  }

  /** What a step fetches: the loss, or the scores. */
  Output fetched() {
    return task.training() ? loss : scores;
  }

  /** What a step runs besides. */
  List<Node> targets() {
    return task.training() ? List.of(train) : List.of();
  }
}
