package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.ArraySamples.exact;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.stream.Stream;

/** Samples of ops that pick slices by their numbers. */
final class ArrayGatherSamples {
  private ArrayGatherSamples() {}

  static List<OpSample> samples() {
    return Stream.of(gather(), gatherV2(), gatherNd(), oneHot()).flatMap(List::stream).toList();
  }

  private static List<OpSample> gather() {
    return List.of(
        exact("Gather").input(range(4, 3)).input(vector(3, 0, 0)),
        exact("Gather").named("matrix of indices").input(range(4)).input(matrix(2, 2, 0, 1, 3, 2)),
        exact("Gather").named("one row").input(range(4, 9)).input(scalar(2)),
        exact("Gather").named("no rows").input(range(4, 3)).input(empty(0)),
        exact("Gather").named("no columns").input(empty(4, 0)).input(vector(1)),
        exact("Gather")
            .named("not checked")
            .input(range(4, 3))
            .input(vector(3))
            .attr("validate_indices", false),
        exact("Gather").named("too large").input(range(4, 3)).input(vector(4)).refused("[0, 4)"),
        exact("Gather").named("negative").input(range(4, 3)).input(vector(-1)).refused("[0, 4)"),
        exact("Gather")
            .named("scalar")
            .input(scalar(4))
            .input(vector(0))
            .refused("at least rank 1"));
  }

  private static OpSample gathered(String title, Values params, Values indices, double axis) {
    return exact("GatherV2").named(title).input(params).input(indices).input(scalar(axis));
  }

  private static List<OpSample> gatherV2() {
    return List.of(
        gathered("", range(4, 3), vector(3, 0, 0), 0),
        gathered("columns", range(2, 3, 2), matrix(1, 2, 2, 0), 1),
        gathered("negative axis", range(2, 3), vector(2, 0), -1),
        gathered("scalar index", range(2, 3), scalar(1), 1),
        gathered("no rows", range(2, 3), empty(0), 0),
        gathered("of nothing nothing", empty(0, 3), empty(0), 0),
        gathered("batch", range(2, 4), matrix(2, 3, 0, 3, 1, 2, 2, 0), 1).attr("batch_dims", 1),
        gathered("negative batch", range(2, 4), matrix(2, 3, 0, 3, 1, 2, 2, 0), 1)
            .attr("batch_dims", -1),
        gathered("batch, later axis", range(2, 2, 3, 2), matrix(2, 2, 0, 2, 1, 1), 2)
            .attr("batch_dims", 1),
        gathered("two batch dimensions", range(2, 2, 3), matrix(2, 2, 2, 0, 1, 1), -1)
            .attr("batch_dims", 2),
        gathered("all indices are batch", range(2, 3), vector(2, 0), 1).attr("batch_dims", 1),
        gathered("too large", range(4, 3), vector(4), 0).refused("[0, 4)"),
        gathered("negative", range(4, 3), vector(-1), 0).refused("[0, 4)"),
        gathered("from nothing", empty(0, 3), vector(0), 0).refused("[0, 0)"),
        gathered("no such axis", range(4, 3), vector(0), 2).refused("axis must be in [-2, 2)"),
        gathered("scalar", scalar(4), vector(0), 0).refused("at least rank 1"),
        gathered("batch after axis", range(2, 4), matrix(2, 1, 0, 1), 0)
            .attr("batch_dims", 1)
            .refused("batch_dims must not exceed axis"),
        gathered("batches differ", range(2, 4), range(3, 1), 1)
            .attr("batch_dims", 1)
            .refused("must be equal"),
        gathered("batch beyond indices", range(2, 4), vector(0, 1), 1)
            .attr("batch_dims", 2)
            .refused("batch_dims must be in"),
        exact("GatherV2")
            .named("axis is a vector")
            .input(range(4, 3))
            .input(vector(0))
            .input(vector(0))
            .refused("rank 0"));
  }

  private static List<OpSample> gatherNd() {
    return List.of(
        exact("GatherNd").input(range(3, 4)).input(matrix(2, 2, 2, 3, 0, 1)),
        exact("GatherNd").named("rows").input(range(3, 9)).input(matrix(2, 1, 2, 0)),
        exact("GatherNd").named("one").input(range(3, 4)).input(vector(1, 2)),
        exact("GatherNd")
            .named("everything")
            .input(range(2, 2))
            .input(empty(3, 0))
            // its gradient is a ScatterNd, which TensorFlow refuses for indices without columns
            .withoutGradient(),
        exact("GatherNd").named("no indices").input(range(2, 2)).input(empty(0, 2)),
        exact("GatherNd")
            .named("ignores bad ones")
            .input(range(3, 4))
            .input(matrix(3, 1, 2, 3, -1))
            .attr("bad_indices_policy", "IGNORE"),
        exact("GatherNd")
            .named("too large")
            .input(range(3, 4))
            .input(matrix(1, 2, 3, 0))
            .refused("lie within"),
        exact("GatherNd")
            .named("negative")
            .input(range(3, 4))
            .input(matrix(1, 2, 0, -1))
            .attr("bad_indices_policy", "ERROR")
            .refused("lie within"),
        exact("GatherNd")
            .named("too many columns")
            .input(range(3))
            .input(range(1, 2))
            .refused("columns"),
        exact("GatherNd")
            .named("scalar")
            .input(scalar(3))
            .input(empty(1, 0))
            .refused("at least one"),
        exact("GatherNd")
            .named("scalar index")
            .input(range(3))
            .input(scalar(0))
            .refused("at least rank 1"),
        exact("GatherNd")
            .named("unknown policy")
            .input(range(3, 4))
            .input(matrix(1, 2, 0, 1))
            .attr("bad_indices_policy", "SKIP")
            .refused("bad_indices_policy"));
  }

  private static OpSample hot(String title, Values indices, int depth) {
    return exact("OneHot")
        .named(title)
        .input(indices)
        .integer(depth)
        .input(scalar(5))
        .input(scalar(2));
  }

  private static List<OpSample> oneHot() {
    return List.of(
        hot("", vector(0, 2, 1), 3),
        hot("front", vector(0, 2, 1), 3).attr("axis", 0),
        hot("middle", matrix(2, 2, 0, 2, 1, 1), 3).attr("axis", 1),
        hot("last", matrix(2, 2, 0, 2, 1, 1), 3).attr("axis", 2),
        hot("scalar", scalar(1), 4),
        hot("outside", vector(-1, 3, 120), 3),
        hot("depth 0", vector(0, 1), 0),
        hot("no indices", empty(0), 3),
        hot("negative depth", vector(0, 1), -1).refused("depth"),
        hot("no such axis", vector(0, 1), 3).attr("axis", 2).refused("axis"),
        hot("axis below -1", vector(0, 1), 3).attr("axis", -2).refused("axis"),
        exact("OneHot")
            .named("depth is a vector")
            .input(vector(0))
            .ints(3)
            .input(scalar(1))
            .input(scalar(0))
            .refused("rank 0"),
        exact("OneHot")
            .named("value is a vector")
            .input(vector(0))
            .integer(3)
            .input(vector(1, 2))
            .input(scalar(0))
            .refused("rank 0"));
  }
}
