package dev.weir.kernels.vector.internal.convolution;

import dev.weir.tensor.Shape;

/**
 * A convolution whose shapes are known. Images are volumes of one plane.
 *
 * @param groups sets of channels that outputs see
 * @param groupChannels channels that an output sees
 * @param groupOutputs outputs that see the same channels
 */
record Convolution(
    long batch,
    SlideAxis planes,
    SlideAxis rows,
    SlideAxis columns,
    int groups,
    int groupChannels,
    int groupOutputs) {
  static Convolution of(Slide slide, Shape input, Shape filter, boolean isDepthwise) {
    int spaces = filter.rank() - 2;
    SlideAxis[] axes = new SlideAxis[3];
    for (int i = 0; i < 3; i++) {
      int missing = 3 - spaces;
      axes[i] = i < missing ? SlideAxis.NONE : slide.axis(i, input, filter.size(i - missing));
    }
    int channels = Math.toIntExact(input.size(slide.channel()));
    int filterChannels = Math.toIntExact(filter.size(spaces));
    int outputs = Math.toIntExact(filter.size(spaces + 1));
    int groups = isDepthwise ? channels : Math.max(1, channels / Math.max(1, filterChannels));
    return new Convolution(
        input.size(0),
        axes[0],
        axes[1],
        axes[2],
        groups,
        isDepthwise ? 1 : filterChannels,
        isDepthwise ? outputs : outputs / groups);
  }

  int channels() {
    return groups * groupChannels;
  }

  int outputs() {
    return groups * groupOutputs;
  }

  int taps() {
    return Math.toIntExact(planes.size() * rows.size() * columns.size());
  }

  /** Pixels of an image, and of what is made of it. */
  long inPixels() {
    return planes.in() * rows.in() * columns.in();
  }

  long outPixels() {
    return planes.out() * rows.out() * columns.out();
  }

  /** Whether a pixel of the output sees just the one pixel of the input at its place. */
  boolean isPointwise() {
    return planes.isPlain() && rows.isPlain() && columns.isPlain();
  }

  /** The shape of the output, in the format of the input. */
  Shape output(Slide slide, Shape input) {
    Shape shape = input.withSize(slide.channel(), outputs());
    SlideAxis[] axes = {planes, rows, columns};
    for (int i = 0; i < 3; i++) {
      if (slide.space(i) >= 0) {
        shape = shape.withSize(slide.space(i), axes[i].out());
      }
    }
    return shape;
  }
}
