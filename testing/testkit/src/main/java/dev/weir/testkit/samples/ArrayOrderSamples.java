package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.bools;
import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.ArraySamples.exact;

import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.stream.Stream;

/** Samples of ops that change the order of elements. */
final class ArrayOrderSamples {
  private ArrayOrderSamples() {}

  static List<OpSample> samples() {
    return Stream.of(reverse(), reverseSequence(), roll(), permutation())
        .flatMap(List::stream)
        .toList();
  }

  private static List<OpSample> reverse() {
    return List.of(
        exact("Reverse").input(range(2, 3)).input(bools(Shape.of(2), false, true)),
        exact("Reverse").named("both").input(range(2, 3)).input(bools(Shape.of(2), true, true)),
        exact("Reverse").named("rows").input(range(2, 9)).input(bools(Shape.of(2), true, false)),
        exact("Reverse")
            .named("empty") // TensorFlow refuses a first size of 0, but not other ones
            .input(empty(3, 0))
            .input(bools(Shape.of(2), true, true)),
        exact("Reverse").named("scalar").input(scalar(3)).input(bools(Shape.of(0))),
        exact("Reverse")
            .named("too few")
            .input(range(2, 3))
            .input(bools(Shape.of(1), true))
            .refused("each dimension"),
        exact("ReverseV2").input(range(2, 3)).input(vector(1)),
        exact("ReverseV2").named("both").input(range(2, 3)).input(vector(0, -1)),
        exact("ReverseV2").named("rows").input(range(3, 9)).input(vector(0)),
        exact("ReverseV2").named("channels").input(range(2, 4, 3)).input(vector(1)),
        exact("ReverseV2").named("none").input(range(2, 3)).input(empty(0)),
        exact("ReverseV2").named("scalar").input(scalar(3)).input(empty(0)),
        exact("ReverseV2").named("empty").input(empty(0, 3)).input(vector(0)),
        exact("ReverseV2")
            .named("no such dimension")
            .input(range(2, 3))
            .input(vector(2))
            .refused("axis must be in [-2, 2)"),
        exact("ReverseV2")
            .named("twice")
            .input(range(2, 3))
            .input(vector(1, -1))
            .refused("only once"),
        exact("ReverseV2")
            .named("nine dimensions")
            .input(range(1, 1, 1, 1, 1, 1, 1, 1, 2))
            .input(vector(8))
            .refused("at most rank 8"));
  }

  private static OpSample sequence(
      String title, Values input, Values lengths, int sequence, int batch) {
    return exact("ReverseSequence")
        .named(title)
        .input(input)
        .input(lengths)
        .attr("seq_dim", sequence)
        .attr("batch_dim", batch);
  }

  private static List<OpSample> reverseSequence() {
    return List.of(
        sequence("", range(3, 4), vector(2, 4, 0), 1, 0),
        sequence("across", range(4, 3), vector(2, 4, 1), 0, 1),
        sequence("with channels", range(2, 3, 9), vector(2, 3), 1, 0),
        sequence("empty", empty(0, 3), empty(0), 1, 0),
        sequence("too long", range(3, 4), vector(2, 5, 0), 1, 0).refused("[0, 4]"),
        sequence("negative", range(3, 4), vector(2, -1, 0), 1, 0).refused("[0, 4]"),
        sequence("too few", range(3, 4), vector(2, 1), 1, 0).refused("each position"),
        sequence("same dimension", range(3, 3), vector(2, 1, 1), 0, 0).refused("must differ"),
        sequence("no such dimension", range(3, 3), vector(2, 1, 1), 2, 0).refused("seq_dim"),
        sequence("no such batch", range(3, 3), vector(2, 1, 1), 1, 2).refused("batch_dim"),
        sequence("lengths are a scalar", range(1, 3), scalar(1), 1, 0).refused("rank 1"));
  }

  private static List<OpSample> roll() {
    return List.of(
        exact("Roll").input(range(5)).input(scalar(2)).input(scalar(0)),
        exact("Roll").named("backwards").input(range(5)).input(scalar(-1)).input(scalar(0)),
        exact("Roll").named("round").input(range(5)).input(scalar(12)).input(scalar(0)),
        exact("Roll").named("rows").input(range(3, 9)).input(vector(1)).input(vector(0)),
        exact("Roll").named("both").input(range(3, 4)).input(vector(1, -2)).input(vector(0, 1)),
        exact("Roll").named("twice").input(range(3, 4)).input(vector(2, -3)).input(vector(-1, 1)),
        exact("Roll")
            .named("three")
            .input(range(2, 3, 4))
            .input(vector(1, 2, 3))
            .input(vector(0, 1, 2)),
        exact("Roll").named("empty").input(empty(0, 3)).input(vector(1)).input(vector(0)),
        exact("Roll")
            .named("no such axis")
            .input(range(3, 4))
            .input(scalar(1))
            .input(scalar(2))
            .refused("axis must be in [-2, 2)"),
        exact("Roll")
            .named("too few shifts")
            .input(range(3, 4))
            .input(vector(1))
            .input(vector(0, 1))
            .refused("shift for each axis"),
        exact("Roll")
            .named("scalar")
            .input(scalar(3))
            .input(scalar(1))
            .input(scalar(0))
            .refused("at least rank 1"));
  }

  private static List<OpSample> permutation() {
    return List.of(
        exact("InvertPermutation").input(vector(3, 4, 0, 2, 1)),
        exact("InvertPermutation").named("empty").input(empty(0)),
        exact("InvertPermutation").named("twice").input(vector(1, 1)).refused("once"),
        exact("InvertPermutation").named("too large").input(vector(0, 2)).refused("once"),
        exact("InvertPermutation").named("negative").input(vector(0, -1)).refused("once"),
        exact("InvertPermutation").named("a matrix").input(range(1, 2)).refused("rank 1"));
  }
}
