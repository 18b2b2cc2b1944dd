package dev.weir.ops.nn.conv;

import dev.weir.error.WeirException;
import dev.weir.ops.support.ImageLayout;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * The numbers of images, one image at a time, as arrays with the channels last whatever the layout
 * is.
 */
record ImageNumbers(Tensor tensor, ImageLayout layout) {
  /** All numbers of a tensor. */
  static double[] doubles(Tensor tensor) {
    double[] numbers = new double[count(tensor, tensor.elements())];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = tensor.getDouble(i);
    }
    return numbers;
  }

  /** All numbers of an integer tensor. */
  static long[] longs(Tensor tensor) {
    long[] numbers = new long[count(tensor, tensor.elements())];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = tensor.getLong(i);
    }
    return numbers;
  }

  /** How many numbers an image has. */
  int size() {
    Shape shape = tensor.shape();
    return count(tensor, shape.elements(1, shape.rank()));
  }

  private static int count(Tensor tensor, long elements) {
    if (elements > Integer.MAX_VALUE - 8) {
      throw WeirException.unimplemented(
          "an image or filter may have 2^31 - 9 elements at most: %s%s has %d",
          tensor.dtype(), tensor.shape(), elements);
    }
    return (int) elements;
  }

  double[] doubles(long image) {
    double[] numbers = new double[size()];
    long from = image * numbers.length;
    int at = 0;
    for (int place = 0; place < places(); place++) {
      for (int c = 0; c < channels(); c++) {
        numbers[at++] = tensor.getDouble(from + offset(place, c));
      }
    }
    return numbers;
  }

  long[] longs(long image) {
    long[] numbers = new long[size()];
    long from = image * numbers.length;
    int at = 0;
    for (int place = 0; place < places(); place++) {
      for (int c = 0; c < channels(); c++) {
        numbers[at++] = tensor.getLong(from + offset(place, c));
      }
    }
    return numbers;
  }

  void set(long image, double[] numbers) {
    long from = image * numbers.length;
    int at = 0;
    for (int place = 0; place < places(); place++) {
      for (int c = 0; c < channels(); c++) {
        tensor.setDouble(from + offset(place, c), numbers[at++]);
      }
    }
  }

  void set(long image, long[] numbers) {
    long from = image * numbers.length;
    int at = 0;
    for (int place = 0; place < places(); place++) {
      for (int c = 0; c < channels(); c++) {
        tensor.setLong(from + offset(place, c), numbers[at++]);
      }
    }
  }

  private int places() {
    return (int) layout.places(tensor.shape());
  }

  private int channels() {
    return (int) tensor.shape().size(layout.channel());
  }

  private int offset(int place, int channel) {
    return layout.isChannelsLast() ? place * channels() + channel : channel * places() + place;
  }
}
