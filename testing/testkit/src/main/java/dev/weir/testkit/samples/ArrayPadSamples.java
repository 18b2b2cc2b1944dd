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

/** Samples of ops that make tensors larger by padding and repeating. */
final class ArrayPadSamples {
  private ArrayPadSamples() {}

  static List<OpSample> samples() {
    return Stream.of(tile(), pad(), mirror(), mirrorGradient(), broadcast())
        .flatMap(List::stream)
        .toList();
  }

  private static List<OpSample> tile() {
    return List.of(
        exact("Tile").input(range(2, 3)).input(vector(2, 3)),
        exact("Tile").named("inner").input(range(2, 9)).input(vector(1, 2)),
        exact("Tile").named("nothing").input(range(2, 3)).input(vector(2, 0)),
        exact("Tile").named("empty").input(empty(0, 3)).input(vector(2, 2)),
        exact("Tile").named("scalar").input(scalar(3)).input(empty(0)),
        exact("Tile").named("as it is").input(range(2, 3)).input(vector(1, 1)),
        exact("Tile").named("three dimensions").input(range(2, 1, 2)).input(vector(2, 3, 2)),
        exact("Tile")
            .named("negative")
            .input(range(2, 3))
            .input(vector(1, -1))
            .refused("0 or more"),
        exact("Tile")
            .named("too few")
            .input(range(2, 3))
            .input(vector(2))
            .refused("each dimension"),
        exact("Tile").named("a matrix").input(range(2, 3)).input(range(1, 2)).refused("rank 1"));
  }

  private static List<OpSample> pad() {
    return List.of(
        exact("Pad").input(range(2, 3)).input(matrix(2, 2, 1, 0, 2, 1)),
        exact("Pad").named("nothing").input(range(2, 3)).input(matrix(2, 2, 0, 0, 0, 0)),
        exact("Pad").named("empty").input(empty(0, 3)).input(matrix(2, 2, 1, 1, 0, 0)),
        exact("Pad").named("scalar").input(scalar(3)).input(empty(0, 2)),
        exact("Pad")
            .named("negative")
            .input(range(2))
            .input(matrix(1, 2, -1, 0))
            .refused("0 or more"),
        exact("Pad")
            .named("too few")
            .input(range(2, 3))
            .input(matrix(1, 2, 1, 0))
            .refused("two numbers"),
        exact("Pad")
            .named("three columns")
            .input(range(2))
            .input(range(1, 3))
            .refused("two numbers"),
        exact("Pad").named("a vector").input(range(2)).input(vector(1, 1)).refused("rank 2"),
        exact("PadV2").input(range(2, 3)).input(matrix(2, 2, 1, 0, 2, 1)).input(scalar(7)),
        exact("PadV2")
            .named("three dimensions")
            .input(range(2, 1, 9))
            .input(matrix(3, 2, 1, 0, 2, 1, 1, 9))
            .input(scalar(7)),
        exact("PadV2")
            .named("value is a vector")
            .input(range(2, 3))
            .input(matrix(2, 2, 1, 0, 2, 1))
            .input(vector(7, 8))
            .refused("rank 0"));
  }

  private static OpSample mirrored(String op, String mode, Values input, Values paddings) {
    return exact(op).named(mode).input(input).input(paddings).attr("mode", mode);
  }

  private static List<OpSample> mirror() {
    return List.of(
        mirrored("MirrorPad", "REFLECT", range(3, 4), matrix(2, 2, 2, 1, 3, 2)),
        mirrored("MirrorPad", "SYMMETRIC", range(3, 4), matrix(2, 2, 2, 3, 4, 0)),
        mirrored("MirrorPad", "SYMMETRIC", range(2, 2, 3), matrix(3, 2, 2, 1, 0, 0, 1, 3))
            .named("three dimensions"),
        mirrored("MirrorPad", "REFLECT", range(3), matrix(1, 2, 0, 0)).named("nothing"),
        mirrored("MirrorPad", "REFLECT", range(3), matrix(1, 2, 3, 0))
            .named("too far")
            .refused("must not exceed"),
        mirrored("MirrorPad", "SYMMETRIC", range(3), matrix(1, 2, 0, 4))
            .named("too far with the edge")
            .refused("must not exceed"),
        mirrored("MirrorPad", "SYMMETRIC", range(3), matrix(1, 2, -1, 1))
            .named("negative")
            .refused("0 or more"));
  }

  private static List<OpSample> mirrorGradient() {
    return List.of(
        mirrored("MirrorPadGrad", "REFLECT", range(6, 9), matrix(2, 2, 2, 1, 3, 2)),
        mirrored("MirrorPadGrad", "SYMMETRIC", range(8, 8), matrix(2, 2, 2, 3, 4, 0)),
        mirrored("MirrorPadGrad", "REFLECT", range(3), matrix(1, 2, 0, 0)).named("nothing"),
        mirrored("MirrorPadGrad", "REFLECT", range(5), matrix(1, 2, 3, 0))
            .named("too far")
            .refused("must not exceed"),
        mirrored("MirrorPadGrad", "SYMMETRIC", range(3), matrix(1, 2, 2, 2))
            .named("nothing left")
            .refused("negative"));
  }

  private static List<OpSample> broadcast() {
    return List.of(
        exact("BroadcastTo").input(range(2, 1, 3)).input(vector(4, 2, 5, 3)),
        exact("BroadcastTo").named("scalar").input(scalar(3)).input(vector(2, 9)),
        exact("BroadcastTo").named("as it is").input(range(2, 3)).input(vector(2, 3)),
        exact("BroadcastTo").named("rows").input(range(1, 9)).input(vector(3, 9)),
        exact("BroadcastTo").named("columns").input(range(9, 1)).input(vector(9, 3)),
        exact("BroadcastTo").named("to nothing").input(range(1, 3)).input(vector(0, 3)),
        exact("BroadcastTo").named("empty").input(empty(0, 1)).input(vector(2, 0, 3)),
        exact("BroadcastTo").named("to scalar").input(scalar(3)).input(empty(0)),
        exact("BroadcastTo")
            .named("does not fit")
            .input(range(2, 3))
            .input(vector(2, 4))
            .refused("Incompatible shapes"),
        exact("BroadcastTo")
            .named("shape too short")
            .input(range(2, 3))
            .input(vector(3))
            .refused("Incompatible shapes"),
        exact("BroadcastTo")
            .named("negative")
            .input(range(1, 3))
            .input(vector(-1, 3))
            .refused("0 or more"));
  }
}
