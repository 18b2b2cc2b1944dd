package dev.weir.kernels.vector.internal.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.kernels.vector.VectorProvider;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random graphs of elementwise ops, reductions and operands of all shapes, in clusters and node by
 * node, to the bit. {@code -Dweir.seed=7} starts with graph 7.
 */
final class TestRandomClusters {
  private static final int GRAPHS = 40;
  private static final int NODES = 30;
  private static final List<String> UNARY =
      List.of(
          "Neg",
          "Abs",
          "Square",
          "Sqrt",
          "Rsqrt",
          "Exp",
          "Log1p",
          "Tanh",
          "Sigmoid",
          "Relu",
          "Softplus",
          "Floor",
          "Sign",
          "Elu",
          "Reciprocal");
  private static final List<String> BINARY =
      List.of(
          "AddV2", "Sub", "Mul", "RealDiv", "Maximum", "Minimum", "SquaredDifference", "DivNoNan");

  /** Ops that do not broadcast. */
  private static final List<String> GRADIENTS = List.of("TanhGrad", "SigmoidGrad", "ReluGrad");

  private static final List<String> REDUCTIONS = List.of("Sum", "Mean", "Max", "Min", "Prod");
  private static final long[] SIZES = {1, 2, 5, 16, 31, 64, 96, 130, 2500};

  /** A random graph, and values for its inputs. */
  private static final class Case {
    private final ClusterContest contest = new ClusterContest();
    private final List<Output> full = new ArrayList<>();
    private final List<Output> others = new ArrayList<>();
    private final List<Tensor> values = new ArrayList<>();
    private final Random random;
    private final DType dtype;
    private final boolean isKnown;

    Case(long seed) {
      random = new Random(seed);
      dtype = seed % 3 == 0 ? DType.FLOAT64 : DType.FLOAT32;
      isKnown = random.nextBoolean();
      long planes = random.nextInt(3) + 1;
      long rows = random.nextInt(9) + 1;
      long columns = SIZES[random.nextInt(SIZES.length)];
      long[][] shapes = {
        {planes, rows, columns},
        {planes, rows, columns},
        {columns},
        {planes, rows, 1},
        {planes, 1, columns},
        {1, rows, 1},
        {rows, columns},
        {}
      };
      for (long[] shape : shapes) {
        boolean isFull = shape.length == 3 && shape[0] * shape[1] * shape[2] > 1;
        List<Output> kind = values.size() < 2 && isFull ? full : others;
        long[] declared = shape.clone();
        if (!isKnown && shape.length == 3 && values.size() < 2) {
          declared[0] = Shape.UNKNOWN_SIZE;
        }
        kind.add(contest.input(dtype, Shape.of(declared)));
        Tensor value =
            random.nextBoolean()
                ? KernelContest.plain(dtype, seed + values.size(), shape)
                : KernelContest.awkward(dtype, seed + values.size(), shape);
        values.add(value);
      }
      for (int i = 0; i < NODES && !full.isEmpty(); i++) {
        add();
      }
      for (Output output : full) {
        if (random.nextInt(5) == 0) {
          contest.fetch(output);
        }
      }
      contest.fetch((full.isEmpty() ? others : full).getLast());
    }

    private void add() {
      Output x = pick(full);
      switch (random.nextInt(9)) {
        case 0, 1 -> full.add(contest.node(pickName(UNARY), x));
        case 2, 3 -> full.add(contest.node(pickName(BINARY), x, pick(full)));
        case 4 -> full.add(contest.node(pickName(BINARY), x, pick(others)));
        case 5 -> full.add(contest.node(pickName(BINARY), pick(others), x));
        case 6 -> others.add(contest.reduce(pickName(REDUCTIONS), x, true, axes()));
        case 7 -> full.add(contest.node("Softmax", x)); // no part of it, and its result is free
        default -> {
          if (random.nextBoolean()) {
            full.add(contest.node(pickName(GRADIENTS), x, pick(full)));
          } else {
            others.add(contest.node(pickName(UNARY), pick(others)));
          }
        }
      }
    }

    private int[] axes() {
      return random.nextInt(6) == 0 ? new int[] {1, 2} : new int[] {-1};
    }

    private Output pick(List<Output> some) {
      int latest = Math.max(0, some.size() - 6);
      int from = random.nextBoolean() ? latest : 0;
      return some.get(from + random.nextInt(some.size() - from));
    }

    private String pickName(List<String> names) {
      return names.get(random.nextInt(names.size()));
    }
  }

  @Test
  void giveTheSameBits() {
    long first = Long.getLong("weir.seed", 1);
    long clusters = 0;
    for (long seed = first; seed < first + GRAPHS; seed++) {
      Case random = new Case(seed);
      try {
        clusters += clusters(random.contest.graph());
        random.contest.compare(random.values.toArray(Tensor[]::new));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(clusters).isGreaterThan(GRAPHS);
  }

  private static long clusters(Graph graph) {
    Set<String> kept = new HashSet<>();
    Graph after = new VectorProvider().passes().getFirst().apply(graph, kept);
    return ClusterContest.opsOf(after).stream().filter(ClusterOp.NAME::equals).count();
  }
}
