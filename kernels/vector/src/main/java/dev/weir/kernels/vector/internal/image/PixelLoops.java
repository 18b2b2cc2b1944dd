package dev.weir.kernels.vector.internal.image;

import dev.weir.kernels.vector.internal.support.MemoryElement;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Loops over the pixels of a row of a crop, for images of one element type. */
interface PixelLoops {
  /**
   * Sets floats to the channels of pixels between four of an image.
   *
   * @param top the row of the image above
   * @param down how far the crop's row is below it
   */
  void blend(CropColumns columns, long top, long bottom, float down, float outside, long out);

  /** Sets floats to the channels of the nearest pixels of a row. */
  void copy(CropColumns columns, long row, float outside, long out);

  /** Adds to the channels of four pixels their shares of a gradient in float. */
  void spread(CropColumns columns, long gradient, long top, long bottom, float down);

  /** Adds to the channels of the nearest pixels of a row a gradient in float. */
  void add(CropColumns columns, long gradient, long row);

  /**
   * How fast the sum of channels, weighted by a gradient in float, grows downward and to the right
   * at pixel {@code j} of the crop.
   */
  void slopes(
      CropColumns columns,
      int j,
      long gradient,
      long top,
      long bottom,
      float down,
      double[] slopes);

  /** Those of a type. */
  static PixelLoops of(DType dtype) {
    return Copies.ALL.computeIfAbsent(dtype, Copies::of);
  }

  /** A copy of the template for each type that was asked for. */
  final class Copies {
    private static final Map<DType, PixelLoops> ALL = new ConcurrentHashMap<>();

    private Copies() {}

    private static PixelLoops of(DType dtype) {
      return Specialized.copy(
          MethodHandles.lookup(),
          PixelLoopsTemplate.class,
          PixelLoops.class,
          new MemoryElement(dtype));
    }
  }
}
