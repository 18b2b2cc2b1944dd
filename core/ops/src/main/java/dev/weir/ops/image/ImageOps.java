package dev.weir.ops.image;

import dev.weir.graph.AttrValue;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.ops.support.OpGroup;

/** Builds nodes: images in other sizes, whole or in parts, and their patches. */
public final class ImageOps extends OpGroup {
  public ImageOps(Scope scope) {
    super(scope);
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
    return resized(node("ResizeBilinear", images, size), pixels);
  }

  /** Images in a size of so many rows and columns, interpolated. */
  public Output resizeBilinear(Operand images, int rows, int columns, Pixels pixels) {
    Call call = call("ResizeBilinear");
    return resized(call.node(images, call.ints("size", rows, columns)), pixels);
  }

  /** Images in another size, made of pixels of the original. */
  public Output resizeNearestNeighbor(Operand images, Operand size, Pixels pixels) {
    return resized(node("ResizeNearestNeighbor", images, size), pixels);
  }

  /** Images in a size of so many rows and columns, made of pixels of the original. */
  public Output resizeNearestNeighbor(Operand images, int rows, int columns, Pixels pixels) {
    Call call = call("ResizeNearestNeighbor");
    return resized(call.node(images, call.ints("size", rows, columns)), pixels);
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
    return node("CropAndResize", image, boxes, boxIndices, cropSize)
        .attr("method", name(method))
        .attr("extrapolation_value", outside)
        .build()
        .output(0);
  }

  /**
   * The patches of images (NHWC) under a sliding window, as depth.
   *
   * @param sizes of the window: four entries, the first and the last of them 1, as in those below
   * @param strides how far the window moves
   * @param rates how far apart the positions are that it sees
   * @param padding {@code SAME} or {@code VALID}
   */
  public Output extractImagePatches(
      Operand images, long[] sizes, long[] strides, long[] rates, String padding) {
    return node("ExtractImagePatches", images)
        .attr("ksizes", AttrValue.ofInts(sizes))
        .attr("strides", AttrValue.ofInts(strides))
        .attr("rates", AttrValue.ofInts(rates))
        .attr("padding", padding)
        .build()
        .output(0);
  }
}
