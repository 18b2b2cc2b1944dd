package dev.weir.examples.models;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * K-means: finds the centers of clusters of points. A model without a loss function, gradients or
 * an optimizer: its only variable holds the centers, and each step assigns it new ones.
 *
 * <p>It starts with centers far from each other (k-means++, Arthur and Vassilvitskii, 2007) and
 * then moves each center to the mean of the points nearest to it, until that changes nothing.
 */
public final class KMeans {
  private static final int MOST_ROUNDS = 100;

  private final int clusters;
  private final Output points;
  private final Output place;
  private final GraphVariable centers;
  private final Output nearest;
  private final Output inertia;
  private final Node initializer;
  private final Node addCenter;
  private final Node moveCenters;
  private final Graph graph = new Graph();

  /** Builds the graph; nothing is computed yet. */
  KMeans(int clusters, int dimensions, long seed) {
    this.clusters = clusters;
    Model model = Model.create(graph, seed);
    Ops ops = model.ops();
    points = ops.withName("points").placeholder(DType.FLOAT32, Shape.of(-1, dimensions));

    // At the start all centers are at the same point, any of those given. An initial value may
    // depend on what is fed.
    Output count = ops.array.gather(ops.array.shape(points), ops.constant(0));
    Output any =
        ops.random.randomUniformInt(
            ops.constant(new int[] {1}), ops.constant(0), count, model.seed());
    Output first = ops.array.gather(points, any);
    centers = model.state("centers", ops.array.tile(first, clusters, 1));
    initializer = model.initializer();

    // Every point minus every center by broadcasting: [n, 1, d] - [k, d] is [n, k, d].
    Output apart = ops.array.expandDims(points, 1);
    Output distances = // squared, [n, k]
        ops.math.sum(ops.math.squaredDifference(apart, centers), 2);
    Output shortest = ops.math.min(distances, 1); // [n]
    nearest = ops.math.argMin(distances, 1, DType.INT32); // [n]
    inertia = ops.math.sum(shortest, 0);

    // One more center: a point drawn with a chance in proportion to its squared distance from the
    // centers there are. Multinomial takes logarithms, in rows; the smallest number keeps them
    // finite where a point is a center already.
    place = ops.withName("place").placeholder(DType.INT32, Shape.of(1));
    Output logarithms = ops.math.log(ops.math.add(shortest, ops.constant(Float.MIN_NORMAL)));
    Output chances = ops.array.expandDims(logarithms, 0); // [1, n]
    Output drawn = ops.random.multinomial(chances, 1, model.seed()); // [1, 1]
    addCenter = centers.scatterUpdate(place, ops.array.gather(points, ops.array.squeeze(drawn, 0)));

    // The mean of each cluster is the sum of its points over their number. A cluster that has lost
    // all its points stays where it is.
    Output sums = ops.math.unsortedSegmentSum(points, nearest, ops.constant(clusters));
    Output sizes =
        ops.math.unsortedSegmentSum(ops.array.onesLike(shortest), nearest, ops.constant(clusters));
    Output column = ops.array.expandDims(sizes, 1); // [k, 1], to broadcast
    Output means = ops.math.divNoNan(sums, column);
    Output isEmpty = ops.math.equal(column, 0);
    moveCenters = centers.assign(ops.array.select(isEmpty, centers, means));
  }

  /**
   * What was found.
   *
   * @param centers a row for each cluster
   * @param clusters the number of each point's cluster
   * @param inertias the sum of all squared distances from points to their centers, round by round
   */
  record Clustering(Tensor centers, int[] clusters, List<Float> inertias) {}

  /** Finds the clusters of points, {@code [n, dimensions]}. */
  Clustering fit(Tensor data) {
    try (Session session = Session.open(graph)) {
      session.runner().feed(points, data).addTarget(initializer).run();
      for (int i = 1; i < clusters; i++) {
        session
            .runner()
            .feed(points, data)
            .feed(place, Tensors.vector(i))
            .addTarget(addCenter)
            .run();
      }
      List<Float> inertias = new ArrayList<>();
      do {
        // What is fetched is computed from the centers before they move: the new ones depend on it.
        Tensor now = session.runner().feed(points, data).addTarget(moveCenters).run(inertia);
        inertias.add(now.scalarFloat());
      } while (inertias.size() < MOST_ROUNDS && isFalling(inertias));
      List<Tensor> found = session.runner().feed(points, data).fetch(centers).fetch(nearest).run();
      return new Clustering(found.get(0), found.get(1).ints(), inertias);
    }
  }

  private static boolean isFalling(List<Float> inertias) {
    int last = inertias.size() - 1;
    return last == 0 || inertias.get(last) < inertias.get(last - 1);
  }

  /** Points scattered around centers, those of the first center first: {@code [n, dimensions]}. */
  static Tensor scattered(float[][] around, int each, double deviation, long seed) {
    Random random = new Random(seed);
    float[][] rows = new float[around.length * each][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = around[i / each].clone();
      for (int d = 0; d < rows[i].length; d++) {
        rows[i][d] += (float) (deviation * random.nextGaussian());
      }
    }
    return Tensors.ofArray(rows);
  }

  /** Points in the plane as letters, one letter for each cluster. */
  private static String drawing(Tensor data, int[] clusters) {
    char[][] lines = new char[21][64];
    for (char[] line : lines) {
      Arrays.fill(line, ' ');
    }
    for (int i = 0; i < clusters.length; i++) {
      int column = Math.round(32 + 6 * data.getFloat(2L * i));
      int row = Math.round(10 - 2 * data.getFloat(2L * i + 1));
      if (row >= 0 && row < lines.length && column >= 0 && column < lines[row].length) {
        lines[row][column] = (char) ('a' + clusters[i]);
      }
    }
    return Arrays.stream(lines)
        .map(line -> new String(line).stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  public static void main(String[] arguments) {
    float[][] around = {{-3, 3}, {3, 3.5f}, {0, 0}, {-3.5f, -3}, {3, -2.5f}};
    Tensor data = scattered(around, 100, 0.8, 1);
    Clustering found = new KMeans(around.length, 2, 7).fit(data);
    for (int i = 0; i < found.inertias().size(); i++) {
      System.out.printf(Locale.ROOT, "round %2d: inertia %.2f%n", i, found.inertias().get(i));
    }
    System.out.println(found.centers());
    System.out.println(drawing(data, found.clusters()));
  }
}
