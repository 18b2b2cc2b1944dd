package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.ArraySamples.exact;

import dev.weir.graph.AttrValue;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.stream.Stream;

/** Samples of ops that move blocks of images. */
final class ArrayBlockSamples {
  private ArrayBlockSamples() {}

  static List<OpSample> samples() {
    return Stream.of(squares(), blocks(), depth(), patches()).flatMap(List::stream).toList();
  }

  private static List<OpSample> squares() {
    return List.of(
        exact("SpaceToBatch")
            .input(range(2, 4, 2, 3))
            .input(matrix(2, 2, 0, 0, 0, 0))
            .attr("block_size", 2),
        exact("SpaceToBatch")
            .named("padded")
            .input(range(1, 3, 2, 1))
            .input(matrix(2, 2, 1, 2, 0, 1))
            .attr("block_size", 3),
        exact("SpaceToBatch")
            .named("not divisible")
            .input(range(1, 3, 2, 1))
            .input(matrix(2, 2, 0, 0, 0, 0))
            .attr("block_size", 2)
            .refused("divisible"),
        exact("BatchToSpace")
            .input(range(8, 2, 1, 3))
            .input(matrix(2, 2, 0, 0, 0, 0))
            .attr("block_size", 2),
        exact("BatchToSpace")
            .named("cropped")
            .input(range(4, 2, 2, 1))
            .input(matrix(2, 2, 1, 0, 0, 2))
            .attr("block_size", 2),
        exact("BatchToSpace")
            .named("not divisible")
            .input(range(6, 2, 1, 3))
            .input(matrix(2, 2, 0, 0, 0, 0))
            .attr("block_size", 2)
            .refused("divisible"));
  }

  /** TensorFlow wants to know the length of block_shape when a graph is built. */
  private static OpSample block(
      String op, String title, Values input, Values block, Values margins) {
    return exact(op).named(title).input(input).input(block).input(margins).constantsOnly();
  }

  private static List<OpSample> blocks() {
    String toBatch = "SpaceToBatchND";
    String toSpace = "BatchToSpaceND";
    return List.of(
        block(toBatch, "", range(2, 4, 6, 3), vector(2, 3), matrix(2, 2, 0, 0, 0, 0)),
        block(toBatch, "one dimension", range(2, 4, 9), vector(2), matrix(1, 2, 1, 1)),
        block(toBatch, "padded", range(1, 3, 2), vector(2, 3), matrix(2, 2, 1, 0, 4, 3)),
        block(
            toBatch,
            "three dimensions",
            range(1, 2, 4, 2),
            vector(2, 2, 2),
            matrix(3, 2, 0, 0, 0, 0, 0, 0)),
        block(toBatch, "no blocks", range(2, 3), empty(0), empty(0, 2)),
        block(toBatch, "blocks of 1", range(2, 3), vector(1), matrix(1, 2, 0, 0)),
        block(toBatch, "not divisible", range(2, 3), vector(2), matrix(1, 2, 0, 0))
            .refused("divisible"),
        block(toBatch, "block of 0", range(2, 4), vector(0), matrix(1, 2, 0, 0)).refused("above 0"),
        block(toBatch, "negative padding", range(2, 4), vector(2), matrix(1, 2, -1, 1))
            .refused("0 or more"),
        block(toBatch, "too few paddings", range(2, 4, 4), vector(2, 2), matrix(1, 2, 0, 0))
            .refused("two numbers"),
        block(toBatch, "rank too low", range(4), vector(2), matrix(1, 2, 0, 0))
            .refused("at least rank 2"),
        block(toSpace, "", range(12, 2, 2, 3), vector(2, 3), matrix(2, 2, 0, 0, 0, 0)),
        block(toSpace, "one dimension", range(4, 2, 9), vector(2), matrix(1, 2, 1, 1)),
        block(toSpace, "cropped", range(6, 3, 2), vector(2, 3), matrix(2, 2, 1, 2, 4, 1)),
        block(toSpace, "all cropped", range(2, 2), vector(2), matrix(1, 2, 3, 1)),
        block(toSpace, "no blocks", range(2, 3), empty(0), empty(0, 2)),
        block(toSpace, "not divisible", range(3, 3), vector(2), matrix(1, 2, 0, 0))
            .refused("divisible"),
        block(toSpace, "cropped too much", range(2, 2), vector(2), matrix(1, 2, 3, 2))
            .refused("crops must"),
        block(toSpace, "negative crop", range(2, 2), vector(2), matrix(1, 2, -1, 1))
            .refused("0 or more"));
  }

  private static List<OpSample> depth() {
    return List.of(
        exact("SpaceToDepth").input(range(2, 4, 6, 3)).attr("block_size", 2),
        exact("SpaceToDepth").named("blocks of 3").input(range(1, 3, 6, 2)).attr("block_size", 3),
        exact("SpaceToDepth").named("empty").input(empty(0, 2, 2, 3)).attr("block_size", 2),
        exact("SpaceToDepth")
            .named("not divisible")
            .input(range(1, 3, 2, 1))
            .attr("block_size", 2)
            .refused("divisible"),
        exact("SpaceToDepth")
            .named("three dimensions")
            .input(range(2, 2, 1))
            .attr("block_size", 2)
            .refused("rank 4"),
        exact("DepthToSpace").input(range(2, 2, 3, 12)).attr("block_size", 2),
        exact("DepthToSpace").named("blocks of 3").input(range(1, 1, 2, 18)).attr("block_size", 3),
        exact("DepthToSpace").named("empty").input(empty(0, 2, 2, 4)).attr("block_size", 2),
        exact("DepthToSpace")
            .named("not divisible")
            .input(range(1, 2, 2, 6))
            .attr("block_size", 2)
            .refused("divisible"));
  }

  private static OpSample patches(
      String title, Values images, long size, long stride, long rate, String padding) {
    return exact("ExtractImagePatches")
        .named(title)
        .input(images)
        .attr("ksizes", AttrValue.ofInts(1, size, size + 1, 1))
        .attr("strides", AttrValue.ofInts(1, stride, stride, 1))
        .attr("rates", AttrValue.ofInts(1, rate, rate, 1))
        .attr("padding", padding);
  }

  private static List<OpSample> patches() {
    return List.of(
        patches("", range(2, 5, 6, 2), 2, 1, 1, "VALID"),
        patches("same", range(2, 5, 6, 2), 2, 1, 1, "SAME"),
        patches("strides", range(1, 6, 7, 1), 2, 2, 1, "VALID"),
        patches("strides, same", range(1, 6, 7, 1), 3, 2, 1, "SAME"),
        patches("rates", range(1, 7, 8, 1), 2, 1, 2, "VALID"),
        patches("rates, same", range(1, 5, 6, 1), 2, 2, 2, "SAME"),
        patches("three dimensions", range(2, 5, 6), 2, 1, 1, "VALID").refused("rank 4"),
        patches("across channels", range(2, 5, 6, 2), 2, 1, 1, "VALID")
            .attr("ksizes", AttrValue.ofInts(1, 2, 2, 2))
            .refused("ksizes must be"));
  }
}
