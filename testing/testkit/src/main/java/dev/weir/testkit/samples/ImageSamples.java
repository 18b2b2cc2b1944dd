package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.samples.SampleParts.sample;
import static dev.weir.testkit.samples.WindowParts.digits;
import static dev.weir.testkit.samples.WindowParts.shuffled;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples of the ops in {@code dev.weir.ops.image}. */
final class ImageSamples {
  private ImageSamples() {}

  /** Products and sums in another order. */
  private static final Tolerance CLOSE = new Tolerance(4, 1e-5, 1e-6);

  static List<OpSample> samples() {
    return Stream.of(
            resized("ResizeBilinear"),
            resized("ResizeNearestNeighbor"),
            bilinearGradients(),
            nearestGradients(),
            crops(),
            refusedCrops(),
            cropGradients())
        .flatMap(List::stream)
        .toList();
  }

  static List<Scenario> scenarios() {
    return List.of();
  }

  private static Values size(int rows, int columns) {
    return Values.tensor(Tensors.vector(rows, columns));
  }

  private static List<OpSample> resized(String op) {
    Values images = shuffled(2, 4, 5, 3);
    List<OpSample> samples = new ArrayList<>();
    for (int[] to : new int[][] {{4, 5}, {8, 10}, {2, 2}, {7, 3}, {1, 1}, {3, 13}}) {
      String title = to[0] + " by " + to[1];
      samples.add(sample(op, title, images, size(to[0], to[1])).within(CLOSE));
      samples.add(
          sample(op, title + ", aligned", images, size(to[0], to[1]))
              .attr("align_corners", true)
              .within(CLOSE));
      samples.add(
          sample(op, title + ", half pixels", images, size(to[0], to[1]))
              .attr("half_pixel_centers", true)
              .within(CLOSE));
    }
    samples.add(sample(op, "no images", empty(0, 4, 5, 3), size(2, 2)));
    samples.add(sample(op, "flat", shuffled(4, 5, 3), size(2, 2)).refused("rank 4"));
    samples.add(sample(op, "to nothing", images, size(0, 2)).refused("above 0"));
    samples.add(
        sample(op, "one size", images, Values.tensor(Tensors.vector(2)))
            .refused("rows and columns"));
    samples.add(
        sample(op, "both", images, size(2, 2))
            .attr("align_corners", true)
            .attr("half_pixel_centers", true)
            .refused("cannot both be true"));
    return samples;
  }

  private static List<OpSample> bilinearGradients() {
    String op = "ResizeBilinearGrad";
    Values original = shuffled(2, 4, 5, 3);
    List<OpSample> samples = new ArrayList<>();
    for (int[] from : new int[][] {{4, 5}, {8, 10}, {2, 2}, {3, 7}}) {
      Values gradient = digits(1, 2, from[0], from[1], 3);
      String title = from[0] + " by " + from[1];
      samples.add(sample(op, title, gradient, original).within(CLOSE));
      samples.add(
          sample(op, title + ", aligned", gradient, original)
              .attr("align_corners", true)
              .within(CLOSE));
      samples.add(
          sample(op, title + ", half pixels", gradient, original)
              .attr("half_pixel_centers", true)
              .within(CLOSE));
    }
    samples.add(sample(op, "flat", digits(1, 2, 3, 4), original).refused("rank 4"));
    return samples;
  }

  private static List<OpSample> nearestGradients() {
    String op = "ResizeNearestNeighborGrad";
    List<OpSample> samples = new ArrayList<>();
    for (int[] from : new int[][] {{4, 5}, {8, 10}, {2, 2}, {3, 7}}) {
      Values gradient = digits(1, 2, from[0], from[1], 3);
      String title = from[0] + " by " + from[1];
      samples.add(sample(op, title, gradient, size(4, 5)));
      samples.add(
          sample(op, title + ", aligned", gradient, size(4, 5)).attr("align_corners", true));
      samples.add(
          sample(op, title + ", half pixels", gradient, size(4, 5))
              .attr("half_pixel_centers", true));
    }
    samples.add(sample(op, "flat", digits(1, 2, 3, 4), size(4, 5)).refused("rank 4"));
    samples.add(
        sample(op, "one size", digits(1, 1, 2, 3, 4), Values.tensor(Tensors.vector(2)))
            .refused("rows and columns"));
    return samples;
  }

  /**
   * Two parts, one turned over, and one that is partly outside. No pixel of a crop is one of the
   * image: there TensorFlow's derivative by the box is 0.
   */
  private static final Values BOXES =
      Values.matrix(
          4, 4, 0.03, 0.01, 0.96, 0.98, 0.27, 0.1, 0.7, 0.9, 0.9, 0.83, 0.2, 0.3, -0.57, 0.48, 0.52,
          1.5);

  private static final Values INDICES = Values.tensor(Tensors.vector(0, 1, 0, 1));

  private static List<OpSample> crops() {
    Values images = shuffled(2, 5, 6, 2);
    String op = "CropAndResize";
    return List.of(
        sample(op, "", images, BOXES, INDICES, size(3, 4)).within(CLOSE),
        sample(
                op,
                "whole",
                images,
                Values.matrix(2, 4, 0, 0, 1, 1, 1, 1, 0, 0),
                Values.tensor(Tensors.vector(1, 0)),
                size(3, 4))
            .types("T", DType.UINT8, DType.INT32)
            .within(CLOSE),
        sample(op, "larger", images, BOXES, INDICES, size(9, 7)).within(CLOSE),
        sample(op, "one pixel", images, BOXES, INDICES, size(1, 1)).within(CLOSE),
        sample(op, "nearest", images, BOXES, INDICES, size(3, 4))
            .attr("method", "nearest")
            .within(CLOSE),
        sample(op, "outside", images, BOXES, INDICES, size(4, 4))
            .attr("extrapolation_value", -7f)
            .within(CLOSE),
        sample(
            op,
            "no boxes",
            images,
            empty(0, 4),
            Values.tensor(Tensors.vector(new int[0])),
            size(3, 4)));
  }

  private static List<OpSample> refusedCrops() {
    Values images = shuffled(2, 5, 6, 2);
    String op = "CropAndResize";
    return List.of(
        sample(op, "image", images, BOXES, Values.tensor(Tensors.vector(0, 2, 0, 1)), size(3, 4))
            .refused("box_ind must be in [0, 2)"),
        sample(op, "indices", images, BOXES, Values.tensor(Tensors.vector(0, 1)), size(3, 4))
            .refused("an image for each box"),
        sample(op, "boxes", images, digits(1, 4, 3), INDICES, size(3, 4)).refused("[boxes, 4]"),
        sample(op, "to nothing", images, BOXES, INDICES, size(0, 4)).refused("above 0"),
        sample(op, "flat", shuffled(5, 6, 2), BOXES, INDICES, size(3, 4)).refused("rank 4"));
  }

  private static List<OpSample> cropGradients() {
    Values gradient = digits(1, 4, 3, 4, 2);
    Values sizes = Values.tensor(Tensors.vector(2, 5, 6, 2));
    Values images = shuffled(2, 5, 6, 2);
    return List.of(
        // TensorFlow sums in half precision, and what is added cancels
        sample("CropAndResizeGradImage", "", gradient, BOXES, INDICES, sizes)
            .within(new Tolerance(4, 1e-3, 1e-6)),
        sample("CropAndResizeGradImage", "nearest", gradient, BOXES, INDICES, sizes)
            .attr("method", "nearest")
            .within(CLOSE),
        sample("CropAndResizeGradImage", "one pixel", digits(1, 4, 1, 1, 2), BOXES, INDICES, sizes)
            .within(CLOSE),
        sample("CropAndResizeGradImage", "boxes", digits(1, 3, 3, 4, 2), BOXES, INDICES, sizes)
            .refused("a crop for each box"),
        sample("CropAndResizeGradBoxes", "", gradient, images, BOXES, INDICES)
            .within(new Tolerance(8, 1e-4, 1e-5)),
        sample("CropAndResizeGradBoxes", "one pixel", digits(1, 4, 1, 1, 2), images, BOXES, INDICES)
            .within(new Tolerance(8, 1e-4, 1e-5)),
        sample("CropAndResizeGradBoxes", "boxes", digits(1, 3, 3, 4, 2), images, BOXES, INDICES)
            .refused("a crop for each box"));
  }
}
