package dev.weir.ops.nn.conv;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.ImageLayout;
import dev.weir.ops.support.WindowAttributes;
import dev.weir.ops.support.WindowAxis;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops of a convolution over one image, which has its channels last. Images are volumes of one
 * plane; a depthwise filter is one with a group for each channel.
 *
 * @param axes planes, rows, columns
 * @param groupChannels channels that an output sees
 * @param groupOutputs outputs that see the same channels
 */
record ConvolutionPlan(List<WindowAxis> axes, int groups, int groupChannels, int groupOutputs) {
  static ConvolutionPlan of(
      WindowAttributes window, Shape input, Shape filter, boolean isDepthwise) {
    ImageLayout layout = window.layout();
    List<WindowAxis> axes = new ArrayList<>();
    for (int i = layout.spaces(); i < 3; i++) {
      axes.add(WindowAxis.NONE);
    }
    for (int i = 0; i < layout.spaces(); i++) {
      int d = layout.space(i);
      axes.add(window.axis(d, input.size(d), filter.size(i)));
    }
    int channels = Math.toIntExact(input.size(layout.channel()));
    int filterChannels = Math.toIntExact(filter.size(layout.spaces()));
    int outputs = Math.toIntExact(filter.size(layout.spaces() + 1));
    if (isDepthwise) {
      return new ConvolutionPlan(axes, channels, 1, outputs);
    }
    int groups = Math.max(1, channels / Math.max(1, filterChannels));
    return new ConvolutionPlan(axes, groups, filterChannels, outputs / groups);
  }

  int channels() {
    return groups * groupChannels;
  }

  int outputs() {
    return groups * groupOutputs;
  }

  /** What is done where a place of the filter meets one of the image, for one group. */
  @FunctionalInterface
  interface Meeting {
    /**
     * At the first channel of the input, the first number of the filter and the first output; the
     * numbers for the next channel are {@link #outputs} further in the filter.
     */
    void at(int input, int filter, int output);
  }

  /**
   * Visits all places of the output, and of the filter that are then on the image; ends early when
   * the step is cancelled.
   */
  void forEach(KernelContext context, Meeting meeting) {
    WindowAxis planes = axes.get(0);
    WindowAxis rows = axes.get(1);
    WindowAxis columns = axes.get(2);
    int output = 0;
    for (long plane = 0; plane < planes.out(); plane++) {
      for (long row = 0; row < rows.out(); row++) {
        for (long column = 0; column < columns.out(); column++) {
          context.checkCancelled();
          meetAt(plane, row, column, output, meeting);
          output += outputs();
        }
      }
    }
  }

  private void meetAt(long plane, long row, long column, int output, Meeting meeting) {
    WindowAxis planes = axes.get(0);
    WindowAxis rows = axes.get(1);
    WindowAxis columns = axes.get(2);
    for (long i = planes.firstInside(plane); i < planes.endInside(plane); i++) {
      long z = planes.place(plane, i);
      for (long j = rows.firstInside(row); j < rows.endInside(row); j++) {
        long y = rows.place(row, j);
        for (long k = columns.firstInside(column); k < columns.endInside(column); k++) {
          long x = columns.place(column, k);
          int input = (int) ((z * rows.in() + y) * columns.in() + x) * channels();
          int tap = (int) ((i * rows.size() + j) * columns.size() + k);
          for (int group = 0; group < groups; group++) {
            meeting.at(
                input + group * groupChannels,
                tap * groupChannels * outputs() + group * groupOutputs,
                output + group * groupOutputs);
          }
        }
      }
    }
  }
}
