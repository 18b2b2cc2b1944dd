package dev.weir.ops.image;

import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;

/** Builds nodes: images in other sizes, whole or in parts. */
public final class ImageOps {
  private final Scope scope;

  public ImageOps(Scope scope) {
    this.scope = scope;
  }

  /** How pixels of a resized image lie on those of the original. */
  public enum Pixels {
    /** Their upper left corners are the same; what older versions do. */
    CORNERS,
    /** The centers of the pixels in the corners are the same. */
    ALIGNED,
    /** Pixels are squares, the images cover each other. */
    HALF_CENTERS
  }

  /** What is seen between pixels. */
  public enum Method {
    BILINEAR,
    NEAREST
  }

  private static Output resized(NodeBuilder builder, Pixels pixels) {
    return builder
        .attr("align_corners", pixels == Pixels.ALIGNED)
        .attr("half_pixel_centers", pixels == Pixels.HALF_CENTERS)
        .build()
        .output(0);
  }

  /** Images {@code [batch, rows, columns, channels]} in a size {@code [rows, columns]}. */
  public Output resizeBilinear(Operand images, Operand size, Pixels pixels) {
    return resized(scope.node("ResizeBilinear").input(images).input(size), pixels);
  }

  /** The gradient of {@link #resizeBilinear}. */
  public Output resizeBilinearGrad(Operand grads, Operand originalImage, Pixels pixels) {
    return resized(scope.node("ResizeBilinearGrad").input(grads).input(originalImage), pixels);
  }

  /** Images in another size, made of pixels of the original. */
  public Output resizeNearestNeighbor(Operand images, Operand size, Pixels pixels) {
    return resized(scope.node("ResizeNearestNeighbor").input(images).input(size), pixels);
  }

  /** The gradient of {@link #resizeNearestNeighbor} for images of this size. */
  public Output resizeNearestNeighborGrad(Operand grads, Operand size, Pixels pixels) {
    return resized(scope.node("ResizeNearestNeighborGrad").input(grads).input(size), pixels);
  }

  private static String name(Method method) {
    return method == Method.NEAREST ? "nearest" : "bilinear";
  }

  /** Parts of images, interpolated, and 0 outside. */
  public Output cropAndResize(Operand image, Operand boxes, Operand boxIndices, Operand cropSize) {
    return cropAndResize(image, boxes, boxIndices, cropSize, Method.BILINEAR, 0);
  }

  /**
   * Parts of images in a size {@code [rows, columns]}.
   *
   * @param boxes {@code [boxes, 4]}: top, left, bottom and right, 1 being the last row or column
   * @param boxIndices the image of each box
   * @param outside what is outside the image
   */
  public Output cropAndResize(
      Operand image,
      Operand boxes,
      Operand boxIndices,
      Operand cropSize,
      Method method,
      float outside) {
    return scope
        .node("CropAndResize")
        .input(image)
        .input(boxes)
        .input(boxIndices)
        .input(cropSize)
        .attr("method", name(method))
        .attr("extrapolation_value", outside)
        .build()
        .output(0);
  }

  /** The gradient of {@link #cropAndResize} with respect to images of this type and shape. */
  public Output cropAndResizeGradImage(
      Operand grads,
      Operand boxes,
      Operand boxIndices,
      Operand imageSize,
      DType type,
      Method method) {
    return scope
        .node("CropAndResizeGradImage")
        .input(grads)
        .input(boxes)
        .input(boxIndices)
        .input(imageSize)
        .attr("T", type)
        .attr("method", name(method))
        .build()
        .output(0);
  }

  /** The gradient of {@link #cropAndResize} with respect to the boxes. */
  public Output cropAndResizeGradBoxes(
      Operand grads, Operand image, Operand boxes, Operand boxIndices) {
    return scope
        .node("CropAndResizeGradBoxes")
        .input(grads)
        .input(image)
        .input(boxes)
        .input(boxIndices)
        .build()
        .output(0);
  }
}
