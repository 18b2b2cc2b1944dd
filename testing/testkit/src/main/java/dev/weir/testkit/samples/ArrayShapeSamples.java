package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.ArraySamples.exact;

import dev.weir.graph.AttrValue;
import dev.weir.testkit.OpSample;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples of ops on the shape of a tensor alone. */
final class ArrayShapeSamples {
  private ArrayShapeSamples() {}

  static List<OpSample> samples() {
    return Stream.of(shapes(), reshape(), squeeze(), expandDims(), transpose(), broadcastShapes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<OpSample> shapes() {
    return List.of(
        exact("Shape").input(range(2, 3)),
        exact("Shape").named("scalar").input(scalar(1)),
        exact("Shape").named("empty").input(empty(2, 0, 3)),
        exact("ShapeN").list(range(2, 3), scalar(1), empty(0)),
        exact("Size").input(range(2, 3)),
        exact("Size").named("scalar").input(scalar(1)),
        exact("Size").named("empty").input(empty(2, 0)),
        exact("Rank").input(range(2, 3)),
        exact("Rank").named("scalar").input(scalar(1)),
        exact("Snapshot").input(range(2, 3)),
        exact("GuaranteeConst").input(range(2, 3)));
  }

  private static List<OpSample> reshape() {
    return List.of(
        exact("Reshape").input(range(2, 6)).input(vector(3, 4)),
        exact("Reshape").named("missing size").input(range(2, 6)).input(vector(2, -1, 3)),
        exact("Reshape").named("to scalar").input(range(1, 1)).input(empty(0)),
        exact("Reshape").named("from scalar").input(scalar(3)).input(vector(1, -1)),
        exact("Reshape").named("empty").input(empty(0, 3)).input(vector(3, -1)),
        exact("Reshape").named("missing size beside 0").input(empty(0, 3)).input(vector(0, -1)),
        exact("Reshape").named("empty, two sizes 0").input(empty(0, 3)).input(vector(0, 0)),
        exact("Reshape")
            .named("another size")
            .input(range(2, 6))
            .input(vector(5, 2))
            .refused("number of elements"),
        exact("Reshape")
            .named("not divisible")
            .input(range(2, 6))
            .input(vector(5, -1))
            .refused("number of elements"),
        exact("Reshape")
            .named("two missing sizes")
            .input(range(2, 6))
            .input(vector(-1, -1))
            .refused("only one size"),
        exact("Reshape")
            .named("negative size")
            .input(range(2, 6))
            .input(vector(-2, 6))
            .refused("at least 0"),
        exact("Reshape")
            .named("missing size of nothing")
            .input(range(2, 3))
            .input(vector(0, -1))
            .refused("number of elements"),
        exact("Reshape")
            .named("shape is a matrix")
            .input(range(2, 6))
            .input(range(1, 2))
            .refused("rank 1"));
  }

  private static List<OpSample> squeeze() {
    return List.of(
        exact("Squeeze").input(range(1, 2, 1, 3)),
        exact("Squeeze").named("to scalar").input(range(1, 1)),
        exact("Squeeze")
            .named("chosen")
            .input(range(1, 2, 1, 3))
            .attr("squeeze_dims", AttrValue.ofInts(2)),
        exact("Squeeze")
            .named("negative, twice")
            .input(range(1, 2, 1, 3))
            .attr("squeeze_dims", AttrValue.ofInts(-2, 0, 2)),
        exact("Squeeze").named("empty").input(empty(1, 0)),
        exact("Squeeze")
            .named("size is not 1")
            .input(range(1, 2))
            .attr("squeeze_dims", AttrValue.ofInts(1))
            .refused("size 1"),
        exact("Squeeze")
            .named("size is 0")
            .input(empty(0, 2))
            .attr("squeeze_dims", AttrValue.ofInts(0))
            .refused("size 1"),
        exact("Squeeze")
            .named("no such dimension")
            .input(range(1, 2))
            .attr("squeeze_dims", AttrValue.ofInts(2))
            .refused("axis must be in [-2, 2)"));
  }

  private static List<OpSample> expandDims() {
    return List.of(
        exact("ExpandDims").input(range(2, 3)).input(scalar(1)),
        exact("ExpandDims").named("front").input(range(2, 3)).input(scalar(0)),
        exact("ExpandDims").named("end").input(range(2, 3)).input(scalar(-1)),
        exact("ExpandDims").named("first from the end").input(range(2, 3)).input(scalar(-3)),
        exact("ExpandDims").named("scalar").input(scalar(2)).input(scalar(0)),
        exact("ExpandDims").named("dim is a vector").input(range(2, 3)).input(vector(1)),
        exact("ExpandDims")
            .named("too far")
            .input(range(2, 3))
            .input(scalar(3))
            .refused("axis must be in [-3, 3)"),
        exact("ExpandDims")
            .named("too far back")
            .input(range(2, 3))
            .input(scalar(-4))
            .refused("axis must be in [-3, 3)"),
        exact("ExpandDims")
            .named("two dims")
            .input(range(2, 3))
            .input(vector(0, 1))
            .refused("single value"));
  }

  private static List<OpSample> transpose() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("Transpose", "ConjugateTranspose")) {
      samples.addAll(
          List.of(
              exact(op).input(range(2, 3)).input(vector(1, 0)),
              exact(op).named("three dimensions").input(range(2, 3, 4)).input(vector(2, 0, 1)),
              exact(op).named("inner two").input(range(2, 3, 4)).input(vector(0, 2, 1)),
              exact(op).named("outer two").input(range(2, 3, 4)).input(vector(1, 0, 2)),
              exact(op).named("large").input(range(70, 3, 41)).input(vector(2, 1, 0)),
              exact(op)
                  .named("five dimensions")
                  .input(range(2, 3, 2, 2, 3))
                  .input(vector(4, 2, 0, 3, 1)),
              exact(op).named("as it is").input(range(2, 3)).input(vector(0, 1)),
              exact(op).named("size 1").input(range(2, 1, 3)).input(vector(1, 0, 2)),
              exact(op).named("scalar").input(scalar(2)).input(empty(0)),
              exact(op).named("empty").input(empty(2, 0, 3)).input(vector(1, 2, 0)),
              exact(op).named("twice").input(range(2, 3)).input(vector(0, 0)).refused("once"),
              exact(op).named("too few").input(range(2, 3)).input(vector(0)).refused("perm"),
              exact(op)
                  .named("no such dimension")
                  .input(range(2, 3))
                  .input(vector(0, 2))
                  .refused("axis must be in [-2, 2)"),
              exact(op)
                  .named("perm is a matrix")
                  .input(range(2, 3))
                  .input(range(1, 2))
                  .refused("rank 1")));
    }
    return samples;
  }

  private static List<OpSample> broadcastShapes() {
    return List.of(
        exact("BroadcastArgs").input(vector(2, 1, 3)).input(vector(4, 3)),
        exact("BroadcastArgs").named("scalar").input(empty(0)).input(vector(4, 3)),
        exact("BroadcastArgs").named("empty").input(vector(0, 3)).input(vector(1, 1)),
        exact("BroadcastArgs")
            .named("do not fit")
            .input(vector(2, 3))
            .input(vector(3, 3))
            .refused("Incompatible shapes"),
        exact("BroadcastArgs")
            .named("matrix")
            .input(range(1, 2))
            .input(vector(3, 3))
            .refused("rank 1"),
        exact("BroadcastGradientArgs").input(vector(2, 1, 3)).input(vector(4, 3)),
        exact("BroadcastGradientArgs")
            .named("do not fit")
            .input(vector(2, 3))
            .input(vector(3, 3))
            .refused("Incompatible shapes"),
        exact("BroadcastGradientArgs").named("equal").input(vector(2, 1)).input(vector(2, 1)),
        exact("BroadcastGradientArgs")
            .named("1 in both")
            .input(vector(2, 1, 3))
            .input(vector(1, 1, 3)),
        exact("BroadcastGradientArgs").named("scalar").input(empty(0)).input(vector(4, 1)),
        exact("BroadcastGradientArgs").named("all 1").input(vector(1, 1)).input(vector(1)),
        exact("BroadcastGradientArgs").named("empty").input(vector(0, 1)).input(vector(1, 5)),
        exact("BroadcastGradientArgs")
            .named("do not fit")
            .input(vector(2, 3))
            .input(vector(3, 3))
            .refused("Incompatible shapes"));
  }
}
