package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
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

/** Samples of ops that put slices where numbers say. */
final class ArrayScatterSamples {
  private static final List<String> ON_TENSORS =
      List.of(
          "TensorScatterUpdate",
          "TensorScatterAdd",
          "TensorScatterSub",
          "TensorScatterMin",
          "TensorScatterMax",
          "ScatterNdNonAliasingAdd");

  private ArrayScatterSamples() {}

  static List<OpSample> samples() {
    return Stream.of(scatterNd(), onTensors(), partition(), stitch())
        .flatMap(List::stream)
        .toList();
  }

  private static OpSample scattered(String title, Values indices, Values updates, Values shape) {
    return exact("ScatterNd")
        .types("Tindices", DType.INT32, DType.INT64)
        .named(title)
        .input(indices)
        .input(updates)
        .input(shape);
  }

  private static List<OpSample> scatterNd() {
    return List.of(
        scattered("", matrix(2, 1, 3, 1), vector(5, 6), vector(4)),
        scattered("indices of 16 bits", matrix(2, 1, 3, 1), vector(5, 6), vector(4))
            .types("Tindices", DType.INT16)
            .unasked(), // TensorFlow's signature has them, and its inference refuses them
        scattered("adds up", matrix(3, 1, 3, 1, 3), vector(5, 6, 7), vector(4)),
        scattered("rows", matrix(2, 1, 2, 0), range(2, 3), vector(3, 3)),
        scattered("cells", matrix(2, 2, 2, 0, 1, 1), vector(5, 6), vector(3, 3)),
        scattered("table of indices", range(2, 1, 1), range(2, 1, 3), vector(3, 3)),
        scattered("everywhere", empty(2, 0), range(2, 3), vector(3))
            .refused("must all have elements"),
        scattered("no updates", empty(0, 1), empty(0, 3), vector(3, 3)),
        scattered("into nothing", empty(0, 1), empty(0), vector(0)),
        scattered("ignores bad ones", matrix(3, 1, 4, 1, -1), vector(5, 6, 7), vector(4))
            .attr("bad_indices_policy", "IGNORE"),
        scattered("too large", matrix(1, 1, 4), vector(5), vector(4)).refused("lie within"),
        scattered("negative", matrix(1, 1, -1), vector(5), vector(4)).refused("lie within"),
        scattered("shapes differ", matrix(2, 1, 2, 0), range(2, 2), vector(3, 3))
            .refused("updates must"),
        scattered("counts differ", matrix(2, 1, 2, 0), range(3, 3), vector(3, 3))
            .refused("updates must"),
        scattered("too many columns", matrix(1, 2, 0, 0), vector(5), vector(3))
            .refused("updates must"),
        scattered("not into nothing", matrix(1, 1, 0), vector(5), vector(0))
            .refused("must all have elements"),
        scattered("scalar indices", scalar(0), vector(5), vector(4)).refused("at least rank 1"));
  }

  private static OpSample samePlaceTwice(String op) {
    OpSample sample =
        onTensor(op, "same place twice", range(5), matrix(3, 1, 3, 1, 3), vector(2, 6, 9));
    // TensorFlow gives a value that is replaced the gradient of the one that replaces it
    return op.equals("TensorScatterUpdate") ? sample.withoutGradient() : sample;
  }

  private static OpSample onTensor(
      String op, String title, Values tensor, Values indices, Values updates) {
    return exact(op).named(title).input(tensor).input(indices).input(updates);
  }

  private static List<OpSample> onTensors() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : ON_TENSORS) {
      samples.addAll(
          List.of(
              onTensor(op, "", range(5), matrix(2, 1, 3, 1), vector(2, 6)),
              samePlaceTwice(op),
              onTensor(op, "rows", range(4, 3), matrix(2, 1, 2, 0), range(2, 3)),
              onTensor(op, "cells", range(3, 3), matrix(2, 2, 2, 0, 1, 1), vector(5, 6)),
              onTensor(op, "no updates", range(3, 3), empty(0, 1), empty(0, 3)),
              onTensor(op, "ignores bad ones", range(4), matrix(2, 1, 4, 1), vector(5, 6))
                  .attr("bad_indices_policy", "IGNORE"),
              onTensor(op, "too large", range(4), matrix(1, 1, 4), vector(5)).refused("lie within"),
              onTensor(op, "shapes differ", range(4, 3), matrix(2, 1, 2, 0), range(2, 2))
                  .refused("updates must"),
              onTensor(op, "not into nothing", empty(0), matrix(1, 1, 0), vector(5))
                  .refused("must all have elements"),
              onTensor(op, "everywhere", range(3), empty(2, 0), range(2, 3))
                  .refused("must all have elements"),
              onTensor(op, "scalar", scalar(4), matrix(1, 1, 0), vector(5))
                  .refused("at least rank 1")));
    }
    return samples;
  }

  private static List<OpSample> partition() {
    return List.of(
        exact("DynamicPartition").input(range(5)).ints(1, 0, 2, 1, 0).attr("num_partitions", 3),
        exact("DynamicPartition")
            .named("rows, one partition empty")
            .input(range(3, 9))
            .ints(2, 0, 2)
            .attr("num_partitions", 3),
        exact("DynamicPartition")
            .named("matrix of partitions")
            .input(range(2, 2, 3))
            .input(matrix(2, 2, 1, 0, 1, 1))
            .attr("num_partitions", 2),
        exact("DynamicPartition")
            .named("scalar")
            .input(range(3))
            .integer(1)
            .attr("num_partitions", 2),
        exact("DynamicPartition")
            .named("empty")
            .input(empty(0, 3))
            .ints()
            .attr("num_partitions", 2),
        exact("DynamicPartition")
            .named("no such partition")
            .input(range(3))
            .ints(0, 2, 1)
            .attr("num_partitions", 2)
            .refused("[0, 2)"),
        exact("DynamicPartition")
            .named("negative")
            .input(range(3))
            .ints(0, -1, 1)
            .attr("num_partitions", 2)
            .refused("[0, 2)"),
        exact("DynamicPartition")
            .named("shapes differ")
            .input(range(3))
            .ints(0, 1)
            .attr("num_partitions", 2)
            .refused("begin with"));
  }

  private static List<OpSample> stitch() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("DynamicStitch", "ParallelDynamicStitch")) {
      samples.addAll(
          List.of(
              exact(op).list(vector(3, 0), vector(1, 2)).list(range(2, 3), range(2, 3)),
              exact(op)
                  .named("scalar index")
                  .list(scalar(1), vector(0))
                  .list(range(3), range(1, 3)),
              exact(op).named("matrix").list(matrix(2, 2, 3, 0, 1, 2)).list(range(2, 2, 2)),
              exact(op).named("nothing").list(empty(0)).list(empty(0, 2)),
              exact(op).named("one empty").list(empty(0), vector(0)).list(empty(0, 2), range(1, 2)),
              exact(op)
                  .named("negative")
                  .list(vector(0, -1))
                  .list(range(2, 2))
                  .refused("0 or more"),
              exact(op)
                  .named("slices differ")
                  .list(vector(0), vector(1))
                  .list(range(1, 2), range(1, 3))
                  .refused("same shape"),
              exact(op)
                  .named("too few slices")
                  .list(vector(0, 1))
                  .list(range(1, 2))
                  .refused("begin with")));
    }
    samples.add(
        exact("DynamicStitch")
            .named("the last one stays")
            // TensorFlow gives a value that is replaced the gradient of the one that replaces it
            .withoutGradient()
            .list(vector(0, 1), vector(1))
            .list(range(2, 3), range(1, 3)));
    return samples;
  }
}
