package dev.weir.ops.image;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.WindowAxis;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The patches of images under a window that slides over them, as depth: position, row by row, then
 * channel. What lies outside the image is zero.
 */
final class ExtractImagePatches extends Op {
  ExtractImagePatches() {
    super(
        "ExtractImagePatches(images: T) -> (patches: T) ksizes:list(int) >=4; strides:list(int)"
            + " >=4; rates:list(int) >=4; T:type in [bfloat16, half, float, double, int8, int16,"
            + " int32, int64, uint8, uint16, uint32, uint64, complex64, complex128, bool];"
            + " padding:string in [\"SAME\", \"VALID\"];");
  }

  /**
   * The window along a dimension: its size, how it moves, how far apart what it sees is. All of
   * these fit in 32 bits, so that positions are exact.
   */
  private record Window(long size, long stride, long rate, boolean isSame) {
    static Window of(Attributes attrs, int d) {
      return new Window(
          attrs.integers("ksizes")[d],
          attrs.integers("strides")[d],
          attrs.integers("rates")[d],
          attrs.string("padding").equals("SAME"));
    }

    private long reach() {
      return (size - 1) * rate + 1;
    }

    long positions(long whole) {
      if (whole < 0) {
        return -1;
      }
      long positions = Math.ceilDiv(isSame ? whole : whole - reach() + 1, stride);
      if (positions < 0) {
        throw WeirException.invalidArgument(
            "the window must fit in the image: size %d at rate %d, image %d", size, rate, whole);
      }
      return positions;
    }

    /** How it slides over an image of this size. */
    WindowAxis axis(long whole) {
      long missing = (positions(whole) - 1) * stride + reach() - whole;
      long before = isSame ? Math.max(0, missing) / 2 : 0;
      return new WindowAxis(whole, size, stride, rate, before, positions(whole));
    }
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape images = context.requireRank(0, 4);
    Attributes attrs = context.attrs();
    for (String name : List.of("ksizes", "strides", "rates")) {
      long[] values = attrs.integers(name);
      if (values.length != 4
          || values[0] != 1
          || values[3] != 1
          || isOutside(values[1])
          || isOutside(values[2])) {
        throw context.invalid(
            "%s must be [1, rows, columns, 1] with rows and columns above 0 that fit in 32 bits,"
                + " got %s",
            name, Arrays.toString(values));
      }
    }
    Window rows = Window.of(attrs, 1);
    Window columns = Window.of(attrs, 2);
    return List.of(shape(images, rows, columns));
  }

  private static boolean isOutside(long value) {
    return value < 1 || value > Integer.MAX_VALUE;
  }

  private static Shape shape(Shape images, Window rows, Window columns) {
    return Shape.of(
        images.size(0),
        rows.positions(images.size(1)),
        columns.positions(images.size(2)),
        Sizes.multiply(images.size(3), rows.size * columns.size));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Window rows = Window.of(spec.attrs(), 1);
    Window columns = Window.of(spec.attrs(), 2);
    return context -> extract(context, rows, columns);
  }

  private static void extract(KernelContext context, Window rows, Window columns) {
    Tensor images = context.input(0);
    Shape in = images.shape();
    Shape shape = shape(in, rows, columns);
    Tensor out = context.allocate(0, shape);
    if (out.elements() == 0) {
      return; // there may be more places than can be counted through
    }
    ElementCopier.clear(out);
    ElementCopier copier = ElementCopier.of(images, out);
    WindowAxis down = rows.axis(in.size(1));
    WindowAxis across = columns.axis(in.size(2));
    long depth = in.size(3);
    for (long cell = 0; cell < shape.elements(0, 3); cell++) {
      context.checkCancelled();
      long column = cell % shape.size(2);
      long row = cell / shape.size(2) % shape.size(1);
      long image = cell / shape.size(2) / shape.size(1);
      for (long i = down.firstInside(row); i < down.endInside(row); i++) {
        long line = (image * in.size(1) + down.place(row, i)) * in.size(2);
        for (long j = across.firstInside(column); j < across.endInside(column); j++) {
          long at = cell * shape.size(3) + (i * columns.size + j) * depth;
          copier.copy((line + across.place(column, j)) * depth, at, depth);
        }
      }
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> putBack(on, context));
  }

  /**
   * The pixels are numbered from 1 and the numbers taken apart as the pixels were, with 0 beyond
   * the edges; then all that has the same number is added.
   */
  private static Output putBack(GradientOps on, GradientContext context) {
    Output shape = on.shape(context.input(0));
    Output pixels = on.op("Prod", on.op("Slice", shape, on.ints(1), on.ints(2)), on.ints(0));
    Output one = on.scalar(1, DType.INT32);
    Output segments = on.add(pixels, one);
    Output area = on.op("Slice", shape, on.ints(1), on.ints(2));
    Output image = on.join(on.ints(1), area, on.ints(1));
    Attributes attrs = context.node().attrs();
    Output numbers =
        on.node("ExtractImagePatches")
            .input(on.reshape(on.op("Range", one, segments, one), image))
            .attr("ksizes", AttrValue.ofInts(attrs.integers("ksizes")))
            .attr("strides", AttrValue.ofInts(attrs.integers("strides")))
            .attr("rates", AttrValue.ofInts(attrs.integers("rates")))
            .attr("padding", attrs.string("padding"))
            .build()
            .output(0);
    Output images = on.op("Slice", shape, on.ints(0), on.ints(1));
    Output depth = on.op("Slice", shape, on.ints(3), on.ints(1));
    Output apart = on.reshape(context.gradient(), on.join(images, on.ints(-1), depth));
    Output byPixel = on.op("Transpose", apart, on.ints(1, 0, 2));
    Output sums = on.op("UnsortedSegmentSum", byPixel, on.reshape(numbers, on.ints(-1)), segments);
    Output inside = on.op("Slice", sums, on.ints(1, 0, 0), on.ints(-1, -1, -1));
    return on.reshape(on.op("Transpose", inside, on.ints(1, 0, 2)), shape);
  }
}
