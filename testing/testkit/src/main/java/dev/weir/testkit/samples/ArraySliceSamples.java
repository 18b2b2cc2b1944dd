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

/** Samples of ops that take parts of tensors. */
final class ArraySliceSamples {
  private ArraySliceSamples() {}

  static List<OpSample> samples() {
    return Stream.of(slice(), stridedSlice(), refusedStridedSlice(), gradient(), update())
        .flatMap(List::stream)
        .toList();
  }

  private static List<OpSample> slice() {
    return List.of(
        exact("Slice").input(range(4, 5)).input(vector(1, 2)).input(vector(2, 3)),
        exact("Slice")
            .named("the rest")
            .input(range(4, 5))
            .input(vector(1, 2))
            .input(vector(-1, 2)),
        exact("Slice").named("all").input(range(4, 5)).input(vector(0, 0)).input(vector(-1, 5)),
        exact("Slice").named("rows").input(range(4, 9)).input(vector(1, 0)).input(vector(2, 9)),
        exact("Slice").named("nothing").input(range(4, 5)).input(vector(4, 0)).input(vector(0, 5)),
        exact("Slice").named("scalar").input(scalar(4)).input(empty(0)).input(empty(0)),
        exact("Slice").named("empty").input(empty(0, 5)).input(vector(0, 1)).input(vector(0, 2)),
        exact("Slice")
            .named("too far")
            .input(range(4, 5))
            .input(vector(1, 2))
            .input(vector(2, 4))
            .refused("lie within"),
        exact("Slice")
            .named("begins too late")
            .input(range(4, 5))
            .input(vector(5, 2))
            .input(vector(-1, 1))
            .refused("lie within"),
        exact("Slice")
            .named("begins too early")
            .input(range(4, 5))
            .input(vector(-1, 2))
            .input(vector(1, 1))
            .refused("lie within"),
        exact("Slice")
            .named("negative size")
            .input(range(4, 5))
            .input(vector(1, 2))
            .input(vector(-2, 1))
            .refused("lie within"),
        exact("Slice")
            .named("too few entries")
            .input(range(4, 5))
            .input(vector(1))
            .input(vector(1))
            .refused("each dimension"),
        exact("Slice")
            .named("begin is a scalar")
            .input(range(4))
            .input(scalar(1))
            .input(vector(1))
            .refused("rank 1"));
  }

  private static OpSample strided(
      String title, Values input, Values begin, Values end, Values strides) {
    return exact("StridedSlice").named(title).input(input).input(begin).input(end).input(strides);
  }

  private static List<OpSample> stridedSlice() {
    return List.of(
        strided("", range(5, 6), vector(1, 0), vector(4, 6), vector(1, 2)),
        strided("backwards", range(5, 6), vector(4, -1), vector(0, -7), vector(-2, -1)),
        strided("backwards to the start", range(5), vector(3), vector(0), vector(-1))
            .attr("end_mask", 1),
        strided("backwards from the end", range(5), vector(0), vector(1), vector(-1))
            .attr("begin_mask", 1),
        strided("rows only", range(5, 6), vector(1), vector(3), vector(1)),
        strided("clamped", range(5), vector(-9), vector(9), vector(2)),
        strided("nothing", range(5), vector(3), vector(2), vector(1)),
        strided("nothing backwards", range(5), vector(1), vector(3), vector(-1)),
        strided("all", range(5, 2), vector(0, 0), vector(0, 0), vector(1, 1))
            .attr("begin_mask", 3)
            .attr("end_mask", 3),
        strided("one position", range(5, 6), vector(2, 0), vector(3, 0), vector(1, 1))
            .attr("shrink_axis_mask", 1)
            .attr("begin_mask", 2)
            .attr("end_mask", 2),
        strided("last position", range(5, 6), vector(0, -1), vector(0, 0), vector(1, 1))
            .attr("shrink_axis_mask", 2)
            .attr("begin_mask", 1)
            .attr("end_mask", 1),
        strided("one position, begin masked", range(5, 6), vector(3), vector(0), vector(1))
            .attr("shrink_axis_mask", 1)
            .attr("begin_mask", 1),
        strided("one position, a larger stride", range(5, 6), vector(3), vector(4), vector(2))
            .attr("shrink_axis_mask", 1),
        strided("scalar result", range(5, 6), vector(1, 2), vector(2, 3), vector(1, 1))
            .attr("shrink_axis_mask", 3),
        strided("ellipsis in front", range(2, 3, 4), vector(0, 1), vector(0, 3), vector(1, 1))
            .attr("ellipsis_mask", 1),
        strided(
                "ellipsis between",
                range(2, 3, 4),
                vector(1, 0, 1),
                vector(2, 0, 3),
                vector(1, 1, 1))
            .attr("ellipsis_mask", 2),
        strided(
                "ellipsis for nothing",
                range(2, 3),
                vector(0, 0, 1),
                vector(2, 0, 3),
                vector(1, 1, 1))
            .attr("ellipsis_mask", 2),
        strided("new axis", range(2, 3), vector(0, 0, 1), vector(2, 0, 3), vector(1, 1, 1))
            .attr("new_axis_mask", 2),
        strided("new axis after ellipsis", range(2, 3), vector(0, 0), vector(0, 0), vector(1, 1))
            .attr("ellipsis_mask", 1)
            .attr("new_axis_mask", 2),
        strided(
                "new axes round an ellipsis",
                range(2, 3),
                vector(0, 0, 0, 1),
                vector(0, 0, 0, 2),
                vector(1, 1, 1, 1))
            .attr("ellipsis_mask", 2)
            .attr("new_axis_mask", 5),
        strided(
                "new axis goes before shrinking",
                range(2, 3),
                vector(0, 1),
                vector(0, 2),
                vector(1, 1))
            .attr("new_axis_mask", 1)
            .attr("shrink_axis_mask", 3),
        strided(
                "ellipsis goes before new axis",
                range(2, 3),
                vector(0, 1),
                vector(0, 2),
                vector(1, 1))
            .attr("ellipsis_mask", 1)
            .attr("new_axis_mask", 1),
        strided("scalar input, new axis", scalar(3), vector(0), vector(0), vector(1))
            .attr("new_axis_mask", 1),
        strided("no entries", range(2, 3), empty(0), empty(0), empty(0)),
        strided("empty input", empty(0, 3), vector(0), vector(5), vector(1)),
        strided("empty input backwards", empty(0, 3), vector(5), vector(-9), vector(-1)));
  }

  private static List<OpSample> refusedStridedSlice() {
    return List.of(
        strided("stride 0", range(5), vector(0), vector(5), vector(0)).refused("must not be 0"),
        strided("out of bounds", range(5), vector(5), vector(6), vector(1))
            .attr("shrink_axis_mask", 1)
            .refused("out of bounds"),
        strided("out of bounds at the front", range(5), vector(-6), vector(0), vector(1))
            .attr("shrink_axis_mask", 1)
            .refused("out of bounds"),
        strided("shrinks backwards", range(5), vector(1), vector(0), vector(-1))
            .attr("shrink_axis_mask", 1)
            .refused("above 0"),
        strided("two ellipses", range(2, 3), vector(0, 0), vector(0, 0), vector(1, 1))
            .attr("ellipsis_mask", 3)
            .refused("at most one bit"),
        strided("too many entries", range(5), vector(0, 0), vector(1, 1), vector(1, 1))
            .refused("more entries"),
        strided("scalar input", scalar(5), vector(0), vector(1), vector(1)).refused("more entries"),
        strided("lengths differ", range(5), vector(0), vector(1, 1), vector(1))
            .refused("equally long"),
        strided("begin is a scalar", range(5), scalar(0), vector(1), vector(1)).refused("rank 1"));
  }

  private static List<OpSample> gradient() {
    return List.of(
        gradient("", vector(4, 3), vector(1, 0), vector(3, 3), vector(1, 2), range(2, 2)),
        gradient("backwards", vector(4), vector(3), vector(0), vector(-2), range(2)),
        gradient("one row", vector(4, 3), vector(2), vector(3), vector(1), range(3))
            .attr("shrink_axis_mask", 1),
        gradient("new axis", vector(3), vector(0, 1), vector(0, 3), vector(1, 1), range(1, 2))
            .attr("new_axis_mask", 1),
        gradient("all", vector(2, 3), vector(0), vector(0), vector(1), range(2, 3))
            .attr("ellipsis_mask", 1),
        gradient("nothing", vector(3), vector(2), vector(1), vector(1), empty(0)),
        gradient("another shape", vector(4, 3), vector(1), vector(3), vector(1), range(3, 2))
            .refused("shape of the slice"));
  }

  private static OpSample gradient(
      String title, Values shape, Values begin, Values end, Values strides, Values dy) {
    return exact("StridedSliceGrad")
        .named(title)
        .input(shape)
        .input(begin)
        .input(end)
        .input(strides)
        .input(dy);
  }

  /** TensorFlow has kernels for all but the quantized types. */
  private static OpSample update(
      String title, Values input, Values begin, Values end, Values strides, Values value) {
    return exact("TensorStridedSliceUpdate")
        .named(title)
        .input(input)
        .input(begin)
        .input(end)
        .input(strides)
        .input(value);
  }

  private static List<OpSample> update() {
    return List.of(
        update("", range(4, 3), vector(1, 0), vector(3, 3), vector(1, 2), range(2, 2)),
        update("backwards", range(4), vector(3), vector(0), vector(-2), range(2)),
        update("one row", range(4, 3), vector(2), vector(3), vector(1), range(3))
            .attr("shrink_axis_mask", 1),
        update("everything", range(2, 3), vector(0), vector(0), vector(1), vector(7, 8, 9, 7, 8, 9))
            .attr("ellipsis_mask", 1)
            .refused("shape of the slice"),
        update("nothing", range(3), vector(2), vector(1), vector(1), empty(0)),
        update("a number", range(4, 3), vector(1), vector(3), vector(1), scalar(7)),
        update("a row", range(4, 3), vector(1), vector(3), vector(1), vector(7, 8, 9)),
        update("a column", range(4, 3), vector(1), vector(3), vector(1), matrix(2, 1, 7, 8)),
        update("a new axis", range(4, 3), vector(0, 1), vector(0, 3), vector(1, 1), range(3))
            .attr("new_axis_mask", 1),
        update("a number for a row", range(4, 3), vector(2), vector(3), vector(1), range(1))
            .attr("shrink_axis_mask", 1),
        update("dimensions of 1", range(4, 3), vector(1), vector(3), vector(1), range(1, 1, 2, 3))
            .withoutGradient(), // which is fed: its rank must then be that of the slice
        update("nothing, of any shape", range(3), vector(2), vector(1), vector(1), range(2, 3))
            .withoutGradient(), // as above
        update("none for one", range(4), vector(2), vector(3), vector(1), empty(0))
            .refused("shape of the slice"),
        update("another shape", range(4, 3), vector(1), vector(3), vector(1), range(3, 2))
            .refused("shape of the slice"));
  }
}
