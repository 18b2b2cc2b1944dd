package dev.weir.examples.models;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.fit.Batches;
import dev.weir.train.fit.FitOptions;
import dev.weir.train.fit.Trainer;
import dev.weir.train.layer.Dense;
import dev.weir.train.optimizer.Adam;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A random forest (Breiman, 2001): many decision trees, each grown on its own random part of the
 * data, that vote. No gradients: trees are variables full of integers, growing them is counting,
 * and asking them is looking up. All trees grow at once, a level with every run of the graph.
 *
 * <p>Trees are complete. The nodes of a tree are numbered from its root by level, so that node i
 * has the children 2i + 1 and 2i + 2; those of all trees lie in one table, tree after tree. A node
 * sends an example to the right where its feature is in the node's bin or above.
 */
public final class RandomForest {
  private static final int CLASSES = 2;

  /** Features are looked at in steps: a tree tells only those apart that are in other bins. */
  private static final int BINS = 32;

  private static final float[] BOUNDARIES = boundaries();

  /**
   * What grows.
   *
   * @param trees how many
   * @param depth how many decisions lead to a leaf
   * @param tried how many features, chosen at random, each node may choose from
   * @param bags whether each tree grows on examples drawn at random, some twice, some never
   */
  record Plan(int trees, int depth, int tried, boolean bags) {
    /** How many nodes a tree has. */
    int nodes() {
      return (2 << depth) - 1;
    }
  }

  /** Examples, {@code [n, features]}, and their classes, {@code [n]}. */
  record Data(Tensor x, Tensor labels) {
    int features() {
      return (int) x.shape().size(1);
    }
  }

  private final Plan plan;
  private final long seed;
  private final int featureCount;
  private final Ops ops;
  private final Graph graph = new Graph();
  private final Output x;
  private final Output labels;
  private final Output bins;
  private final Output example;
  private final Output weights;
  private final Output roots;
  private final GraphVariable features;
  private final GraphVariable splits;
  private final GraphVariable votes;
  private final Node initializer;
  private final List<Node> growth = new ArrayList<>();
  private final Output accuracy;

  /** Builds the graph; nothing grows yet. */
  RandomForest(int featureCount, Plan plan, long seed) {
    this.plan = plan;
    this.seed = seed;
    this.featureCount = featureCount;
    Model model = Model.create(graph);
    ops = model.ops();
    x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, featureCount));
    labels = ops.withName("labels").placeholder(DType.INT32, Shape.of(-1));
    bins = ops.indexing.bucketize(x, BOUNDARIES); // [n, features]
    Output count = ops.indexing.gather(ops.array.shape(x), ops.constant(0));
    example = ops.array.range(ops.constant(0), count, ops.constant(1)); // [n]
    weights = weights(count); // [trees, n]

    roots = column(tree -> tree * plan.nodes());
    Shape table = Shape.of((long) plan.trees() * plan.nodes());
    Output zeros = ops.constant(Tensors.zeros(DType.INT32, table));
    features = model.state("features", zeros);
    splits = model.state("splits", zeros);
    votes =
        model.state(
            "votes", ops.constant(Tensors.zeros(DType.FLOAT32, table.concat(Shape.of(CLASSES)))));
    initializer = model.initializer();

    for (int level = 0; level < plan.depth(); level++) {
      growth.add(split(level));
    }
    growth.add(fillLeaves());
    // Every tree gives its leaf's shares of the classes; the forest says the class with most.
    Output shares = votes.gather(descend(plan.depth())); // [trees, n, classes]
    accuracy = Losses.accuracy(ops, labels, ops.reduce.sum(shares, ops.constant(0)));
  }

  private static float[] boundaries() {
    float[] boundaries = new float[BINS - 1];
    for (int i = 0; i < boundaries.length; i++) {
      boundaries[i] = 2.5f * (2f * (i + 1) / BINS - 1);
    }
    return boundaries;
  }

  /**
   * How often each example counts in each tree: as often as it was drawn, when as many are drawn as
   * there are, or once. The random numbers are stateless: they are the same in every run, so there
   * is no need to keep them.
   */
  private Output weights(Output count) {
    Output shape = ops.array.stack(List.of(ops.constant(plan.trees()), count));
    if (!plan.bags()) {
      return ops.array.fill(shape, ops.constant(1f));
    }
    Output drawn = ops.random.statelessRandomUniformInt(shape, seed(-1), ops.constant(0), count);
    return ops.reduce.counting.denseBincount(drawn, count, ops.constant(new float[0]));
  }

  /** Each purpose has random numbers of its own. */
  private Output seed(int purpose) {
    return ops.constant(new long[] {seed, purpose});
  }

  /** An integer for each tree: {@code [trees, 1]}. */
  private Output column(IntUnaryOperator value) {
    int[] values = IntStream.range(0, plan.trees()).map(value).toArray();
    return ops.constant(Tensors.of(Shape.of(plan.trees(), 1), values));
  }

  /** Where each tree leads each example in so many decisions: a node, {@code [trees, n]}. */
  private Output descend(int decisions) {
    Output node = ops.math.add(roots, ops.array.zerosLike(example));
    Output allBins = ops.array.reshape(bins, ops.constant(new int[] {-1}));
    for (int i = 0; i < decisions; i++) {
      Output place = index(example, featureCount, features.gather(node));
      Output bin = ops.indexing.gather(allBins, place);
      Output goesRight = ops.math.greaterEqual(bin, splits.gather(node));
      Output below = ops.math.sub(node, roots);
      Output child = index(below, 2, ops.math.cast(goesRight, DType.INT32));
      node = ops.math.add(ops.math.add(roots, child), ops.constant(1));
    }
    return node;
  }

  /** {@code outer · size + inner}: a place in a table whose rows have this size. */
  private Output index(Operand outer, int size, Operand inner) {
    return ops.math.add(ops.math.mul(outer, ops.constant(size)), inner);
  }

  /** Chooses features and bins for all nodes of a level, by the examples that come there. */
  private Node split(int level) {
    int width = 1 << level;
    int nodes = plan.trees() * width;
    // Nodes are numbered anew, those of this level only: [trees, n].
    Output before = column(tree -> tree * plan.nodes() + width - 1 - tree * width);
    Output node = ops.math.sub(descend(level), before);

    // How many examples there are of each node, feature, bin and class: each example is counted
    // once for each of its features, [trees, n, features].
    Output feature = ops.constant(IntStream.range(0, featureCount).toArray());
    Output cell = index(ops.array.expandDims(node, ops.constant(2)), featureCount, feature);
    cell = index(cell, BINS, bins);
    cell = index(cell, CLASSES, ops.array.expandDims(labels, ops.constant(1)));
    Output weight =
        ops.array.broadcastTo(
            ops.array.expandDims(weights, ops.constant(2)), ops.array.shape(cell));
    Output counts = sums(weight, cell, nodes, featureCount, BINS, CLASSES);

    // To split at a bin is to send what is in lower bins to the left.
    Output left = ops.reduce.cumsum(counts, ops.constant(2), true, false);
    Output right = ops.math.sub(ops.reduce.sum(counts, ops.constant(2), true), left);
    Output purity = ops.math.add(purity(left), purity(right)); // [nodes, features, bins]
    Output allowed = ops.math.select(tried(level, nodes), purity, ops.constant(-1f));
    Output flat = ops.array.reshape(allowed, ops.constant(new int[] {nodes, featureCount * BINS}));
    Output best = ops.reduce.argMax(flat, ops.constant(1), DType.INT32); // [nodes]

    Output row = ops.math.add(before, levelNodes(width)); // [trees, width]
    row = ops.array.reshape(row, ops.constant(new int[] {nodes}));
    Node[] updates = {
      features.scatterUpdate(row, ops.math.floorDiv(best, ops.constant(BINS))),
      splits.scatterUpdate(row, ops.math.floorMod(best, ops.constant(BINS)))
    };
    return ops.withControlDependencies(updates).control.noOp();
  }

  /** The numbers that {@link #split} gives the nodes of a level: {@code [trees, width]}. */
  private Output levelNodes(int width) {
    int[] all = IntStream.range(0, plan.trees() * width).toArray();
    return ops.constant(Tensors.of(Shape.of(plan.trees(), width), all));
  }

  /** Sums of weights by cell, as a tensor of these sizes. */
  private Output sums(Operand weight, Operand cell, int... sizes) {
    int cells = IntStream.of(sizes).reduce(1, Math::multiplyExact);
    Output flat = ops.reduce.segments.unsortedSegmentSum(weight, cell, ops.constant(cells));
    return ops.array.reshape(flat, ops.constant(sizes));
  }

  /**
   * How pure the examples on one side of a split are, {@code Σ count² / Σ count} over classes.
   * Their number minus this is their number times Gini's impurity: where the sum of both sides is
   * largest, the impurity left is smallest.
   */
  private Output purity(Output counts) {
    Output squares = ops.reduce.sum(ops.math.square(counts), ops.constant(3));
    return ops.math.divNoNan(squares, ops.reduce.sum(counts, ops.constant(3)));
  }

  /** Which features each node of a level may use: {@code [nodes, features, 1]}. */
  private Output tried(int level, int nodes) {
    Output shape = ops.constant(new int[] {nodes, featureCount});
    Output chance = ops.random.statelessRandomUniform(shape, seed(level), DType.FLOAT32);
    Output least = ops.reduce.counting.nthElement(chance, ops.constant(plan.tried() - 1), true);
    Output isTried = ops.math.greaterEqual(chance, ops.array.expandDims(least, ops.constant(1)));
    return ops.array.expandDims(isTried, ops.constant(2));
  }

  /** Counts the classes in the leaves, as shares; a leaf without examples has no vote. */
  private Node fillLeaves() {
    Output cell = index(descend(plan.depth()), CLASSES, labels);
    Output counts = sums(weights, cell, plan.trees() * plan.nodes(), CLASSES);
    Output all = ops.reduce.sum(counts, ops.constant(1), true);
    return votes.assign(ops.math.divNoNan(counts, all));
  }

  /** Grows the trees on some examples and says which share of others they get right. */
  float trainAndTest(Data training, Data test) {
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(initializer).run();
      for (Node level : growth) {
        session
            .runner()
            .feed(x, training.x())
            .feed(labels, training.labels())
            .addTarget(level)
            .run();
      }
      List<Tensor> fetched =
          session.runner().feed(x, test.x()).feed(labels, test.labels()).fetch(accuracy).run();
      return fetched.getFirst().getFloat(0);
    }
  }

  /** Trains a linear rule, logistic regression, for comparison. */
  static float trainAndTestLinear(Data training, Data test, long seed) {
    Model model = Model.create(new Graph(), seed);
    Ops ops = model.ops();
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1, training.features()));
    Output labels = ops.placeholder(DType.INT32, Shape.of(-1));
    Output scores = Dense.of(CLASSES).apply(model, x);
    Output loss = Losses.sparseSoftmaxCrossEntropy(ops, labels, scores);
    Output accuracy = Losses.accuracy(ops, labels, scores);
    Trainer trainer = Trainer.of(model, loss, Adam.of(0.01f)).inputs(x, labels);
    try (Session session = Session.open(model.graph())) {
      Batches batches = Batches.of(training.x(), training.labels()).batch(50).shuffled(seed);
      trainer.fit(session, batches, FitOptions.epochs(10));
      List<Tensor> fetched =
          session.runner().feed(x, test.x()).feed(labels, test.labels()).fetch(accuracy).run();
      return fetched.getFirst().getFloat(0);
    }
  }

  /** Normal points in so many dimensions: those of class 1 are far from the middle. */
  static Data shells(int count, int dimensions, double radius, long seed) {
    Random random = new Random(seed);
    float[][] points = new float[count][dimensions];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      double squares = 0;
      for (int d = 0; d < dimensions; d++) {
        points[i][d] = (float) random.nextGaussian();
        squares += points[i][d] * points[i][d];
      }
      labels[i] = squares > radius * radius ? 1 : 0;
    }
    return new Data(Tensors.ofArray(points), Tensors.vector(labels));
  }

  public static void main(String[] arguments) {
    // Half of all points in six dimensions are within 2.31 of the middle.
    Data training = shells(1000, 6, 2.31, 1);
    Data test = shells(2000, 6, 2.31, 2);
    float linear = trainAndTestLinear(training, test, 1);
    float tree = new RandomForest(6, new Plan(1, 8, 6, false), 1).trainAndTest(training, test);
    float forest = new RandomForest(6, new Plan(100, 8, 2, true), 1).trainAndTest(training, test);
    System.out.printf(
        Locale.ROOT,
        "right on held-out data: a linear rule %.3f, one tree %.3f, 100 trees %.3f%n",
        linear,
        tree,
        forest);
  }
}
