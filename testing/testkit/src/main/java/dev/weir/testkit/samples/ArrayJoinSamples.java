package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.ArraySamples.exact;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples of ops that join and cut tensors. */
final class ArrayJoinSamples {
  private ArrayJoinSamples() {}

  static List<OpSample> samples() {
    return Stream.of(concat(), concatOffset(), split(), splitVs(), pack(), unpack())
        .flatMap(List::stream)
        .toList();
  }

  private static OpSample concat(String op, Values axis, Values... values) {
    return op.equals("Concat")
        ? exact(op).input(axis).list(values)
        : exact(op).list(values).input(axis);
  }

  private static List<OpSample> concat() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("Concat", "ConcatV2")) {
      samples.addAll(
          List.of(
              concat(op, scalar(0), range(2, 3), range(1, 3)),
              concat(op, scalar(1), range(2, 3), range(2, 1), range(2, 2)).named("columns"),
              concat(op, scalar(-1), range(2, 3, 2), range(2, 3, 1)).named("negative axis"),
              concat(op, scalar(1), range(2, 3, 20), range(2, 1, 20)).named("long runs"),
              concat(op, scalar(0), vector(1, 2), empty(0), vector(3)).named("one empty"),
              concat(op, scalar(0), empty(0, 2), empty(0, 2)).named("all empty"),
              concat(op, scalar(0), range(2, 3), range(2, 2))
                  .named("sizes differ")
                  .refused("equal"),
              concat(op, scalar(0), range(2, 3), range(3)).named("ranks differ").refused("equal"),
              concat(op, scalar(0), scalar(1), scalar(2)).named("scalars").refused("scalars"),
              concat(op, scalar(2), range(2, 3), range(2, 3))
                  .named("no such dimension")
                  .refused("axis must be in [-2, 2)"),
              concat(op, vector(0), range(2, 3), range(2, 3))
                  .named("axis is a vector")
                  .types("T", DType.FLOAT32)
                  .types("Tidx", DType.INT32)
                  .refused("rank 0")
                  .deviates("taken if it has one element")));
    }
    return samples;
  }

  private static List<OpSample> concatOffset() {
    return List.of(
        exact("ConcatOffset").integer(1).list(vector(2, 2, 7), vector(2, 3, 7), vector(2, 9, 7)),
        exact("ConcatOffset").named("negative").integer(-1).list(vector(2, 2), vector(2, 3)),
        exact("ConcatOffset")
            .named("sizes differ")
            .integer(1)
            .list(vector(2, 2), vector(3, 3))
            .refused("equal except"),
        exact("ConcatOffset")
            .named("ranks differ")
            .integer(0)
            .list(vector(2, 2), vector(2, 3, 4))
            .refused("same rank"),
        exact("ConcatOffset")
            .named("no such dimension")
            .integer(2)
            .list(vector(2, 2), vector(2, 3))
            .refused("axis must be in [-2, 2)"),
        exact("ConcatOffset")
            .named("a matrix")
            .integer(0)
            .list(range(1, 2), range(1, 2))
            .refused("vector"));
  }

  private static List<OpSample> split() {
    return List.of(
        exact("Split").integer(0).input(range(4, 3)).attr("num_split", 2),
        exact("Split").named("columns").integer(1).input(range(2, 6)).attr("num_split", 3),
        exact("Split").named("negative").integer(-1).input(range(2, 2, 4)).attr("num_split", 2),
        exact("Split").named("one part").integer(0).input(range(2, 3)).attr("num_split", 1),
        exact("Split").named("empty").integer(0).input(empty(0, 2)).attr("num_split", 2),
        exact("Split")
            .named("not divisible")
            .integer(0)
            .input(range(3, 2))
            .attr("num_split", 2)
            .refused("divisible"),
        exact("Split")
            .named("no such dimension")
            .integer(2)
            .input(range(2, 2))
            .attr("num_split", 2)
            .refused("axis must be in [-2, 2)"),
        exact("Split")
            .named("dimension is a vector")
            .input(range(2))
            .input(range(2, 2))
            .attr("num_split", 2)
            .refused("rank 0"));
  }

  private static OpSample splitV() {
    return exact("SplitV").types("Tlen", DType.INT32, DType.INT64);
  }

  private static List<OpSample> splitVs() {
    return List.of(
        exact("SplitV")
            .named("sizes of 8 bits")
            .types("T", DType.FLOAT32)
            .types("Tlen", DType.INT8)
            .input(range(4, 3))
            .input(vector(1, 3))
            .integer(0)
            .attr("num_split", 2)
            .constantsOnly()
            .deviates("ends the process"),
        splitV().input(range(4, 3)).input(vector(1, 3)).integer(0).attr("num_split", 2),
        splitV()
            .named("columns, the rest")
            .input(range(2, 7))
            .input(vector(1, -1, 2))
            .integer(1)
            .attr("num_split", 3),
        splitV()
            .named("rest is empty, negative dimension")
            .input(range(2, 3))
            .input(vector(3, -1))
            .integer(-1)
            .attr("num_split", 2),
        splitV()
            .named("one part")
            .input(range(2, 3))
            .input(vector(3))
            .integer(1)
            .attr("num_split", 1),
        splitV()
            .named("does not add up")
            .input(range(4, 3))
            .input(vector(1, 2))
            .integer(0)
            .attr("num_split", 2)
            .refused("add up"),
        splitV()
            .named("too much for a rest")
            .input(range(4, 3))
            .input(vector(5, -1))
            .integer(0)
            .attr("num_split", 2)
            .refused("add up"),
        splitV()
            .named("two rests")
            .input(range(4, 3))
            .input(vector(-1, -1))
            .integer(0)
            .attr("num_split", 2)
            .refused("at most one of them -1"),
        splitV()
            .named("negative size")
            .input(range(4, 3))
            .input(vector(6, -2))
            .integer(0)
            .attr("num_split", 2)
            .refused("0 or more"),
        splitV()
            .named("another number of sizes")
            .input(range(4, 3))
            .input(vector(1, 1, 2))
            .integer(0)
            .attr("num_split", 2)
            .refused("num_split entries"),
        splitV()
            .named("scalar")
            .input(scalar(4))
            .input(vector(1, 1))
            .integer(0)
            .attr("num_split", 2)
            .refused("scalar"),
        splitV()
            .named("no such dimension")
            .input(range(2, 2))
            .input(vector(1, 1))
            .integer(2)
            .attr("num_split", 2)
            .refused("axis must be in [-2, 2)"));
  }

  private static List<OpSample> pack() {
    return List.of(
        exact("Pack").list(range(2, 3), range(2, 3)),
        exact("Pack").named("scalars").list(scalar(1), scalar(2), scalar(3)),
        exact("Pack").named("inner").list(range(2, 3), range(2, 3)).attr("axis", 2),
        exact("Pack").named("middle").list(range(2, 3), range(2, 3)).attr("axis", 1),
        exact("Pack").named("negative").list(range(2, 3), range(2, 3)).attr("axis", -3),
        exact("Pack").named("one").list(range(2, 3)),
        exact("Pack").named("empty").list(empty(0, 3), empty(0, 3)),
        exact("Pack").named("shapes differ").list(range(2, 3), range(3, 2)).refused("must match"),
        exact("Pack")
            .named("no such axis")
            .list(range(2, 3), range(2, 3))
            .attr("axis", 3)
            .refused("axis must be in [-3, 3)"));
  }

  private static List<OpSample> unpack() {
    return List.of(
        exact("Unpack").input(range(2, 3)).attr("num", 2),
        exact("Unpack").named("inner").input(range(2, 3)).attr("num", 3).attr("axis", 1),
        exact("Unpack").named("negative").input(range(2, 3, 2)).attr("num", 3).attr("axis", -2),
        exact("Unpack").named("scalars").input(vector(1, 2)).attr("num", 2),
        exact("Unpack").named("empty").input(empty(2, 0)).attr("num", 2),
        exact("Unpack")
            .named("another size")
            .input(range(2, 3))
            .attr("num", 3)
            .refused("num must be"),
        exact("Unpack").named("scalar").input(scalar(2)).attr("num", 1).refused("axis"),
        exact("Unpack")
            .named("no such axis")
            .input(range(2, 3))
            .attr("num", 2)
            .attr("axis", 2)
            .refused("axis must be in [-2, 2)"));
  }
}
