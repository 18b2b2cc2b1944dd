package dev.weir.cli;

import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * Images as feeds: numbers from 0 (dark) to 1, in the size and with the channels (1 for gray, 3 for
 * color) that the edge asks for. An image of another size is scaled to it.
 */
final class ImageFeed {
  private static final Set<String> ENDINGS = Set.of(".png", ".jpg", ".jpeg", ".gif", ".bmp");
  private static final int MOST_PIXELS = 1 << 26;

  private ImageFeed() {}

  /** Whether a file is called like an image. */
  static boolean isImage(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(name::endsWith);
  }

  /** Reads an image for an edge. */
  static Tensor read(Path file, Output edge) {
    if (!edge.dtype().isFloating()) {
      throw WeirException.invalidArgument(
          "an image is fed as floating numbers from 0 to 1, the edge is %s", edge);
    }
    Form form = Form.of(edge);
    return form.fill(edge.dtype(), decode(file));
  }

  private static BufferedImage decode(Path file) {
    System.setProperty("java.awt.headless", "true");
    ImageIO.setUseCache(false);
    if (!Files.isRegularFile(file)) {
      throw WeirException.notFound("there is no file %s", file);
    }
    try (ImageInputStream in = ImageIO.createImageInputStream(Files.newInputStream(file))) {
      return decode(file, in);
    } catch (WeirException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // decoders throw all kinds for damaged files
      throw WeirException.dataLoss(
          "%s is no image that can be read: %s; is the file whole?", file, e);
    }
  }

  private static BufferedImage decode(Path file, ImageInputStream in) throws IOException {
    Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
    if (!readers.hasNext()) {
      throw WeirException.invalidArgument(
          "%s is no image that can be read; PNG, JPEG, GIF and BMP can", file);
    }
    ImageReader reader = readers.next();
    try {
      reader.setInput(in, true, true);
      // looked at before memory is taken: a small file can say that it is a huge image
      if ((long) reader.getWidth(0) * reader.getHeight(0) > MOST_PIXELS) {
        throw WeirException.invalidArgument(
            "%s has %d x %d pixels, at most %d are read; make it smaller",
            file, reader.getWidth(0), reader.getHeight(0), MOST_PIXELS);
      }
      return reader.read(0);
    } finally {
      reader.dispose();
    }
  }

  /** How an edge wants its images; a size of -1 is that of the image. */
  private record Form(boolean isBatch, boolean hasChannels, long rows, long columns, int channels) {
    static Form of(Output edge) {
      Shape shape = edge.shape();
      if (!shape.hasRank()) {
        return new Form(true, true, -1, -1, 1);
      }
      int rank = shape.rank();
      boolean hasChannels = rank == 4 || rank == 3 && isChannels(shape.size(2));
      boolean isBatch = rank == 4 || rank == 3 && !hasChannels;
      long channels = hasChannels ? Math.max(1, shape.size(rank - 1)) : 1;
      if (rank < 2 || rank > 4 || isBatch && shape.size(0) > 1 || !isChannels(channels)) {
        throw WeirException.invalidArgument(
            "one image fits [batch, rows, columns, channels], [batch, rows, columns], [rows,"
                + " columns, channels] and [rows, columns], with 1 or 3 channels and a batch of 1;"
                + " the edge is %s",
            edge);
      }
      int first = isBatch ? 1 : 0;
      return new Form(
          isBatch, hasChannels, shape.size(first), shape.size(first + 1), (int) channels);
    }

    private static boolean isChannels(long size) {
      return size == 1 || size == 3;
    }

    Tensor fill(DType dtype, BufferedImage image) {
      int height = rows < 0 ? image.getHeight() : Math.toIntExact(rows);
      int width = columns < 0 ? image.getWidth() : Math.toIntExact(columns);
      Tensor tensor = Tensor.allocate(dtype, shape(height, width));
      Pixels pixels = new Pixels(image);
      for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
          double[] color = mean(pixels, row, height, column, width);
          long at = ((long) row * width + column) * channels;
          if (channels == 1) {
            // the eye's weights of red, green and blue, as in television (ITU-R BT.601)
            tensor.setDouble(at, 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]);
          } else {
            for (int channel = 0; channel < channels; channel++) {
              tensor.setDouble(at + channel, color[channel]);
            }
          }
        }
      }
      return tensor.freeze();
    }

    private Shape shape(long height, long width) {
      Shape shape = isBatch ? Shape.of(1, height, width) : Shape.of(height, width);
      return hasChannels ? shape.concat(Shape.of(channels)) : shape;
    }

    /** The mean of the pixels that a pixel of the result covers; the nearest if it covers none. */
    private static double[] mean(Pixels pixels, int row, int rows, int column, int columns) {
      int top = (int) ((long) row * pixels.height() / rows);
      int bottom = Math.max(top + 1, (int) ((row + 1L) * pixels.height() / rows));
      int left = (int) ((long) column * pixels.width() / columns);
      int right = Math.max(left + 1, (int) ((column + 1L) * pixels.width() / columns));
      double[] sum = new double[3];
      for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
          pixels.addTo(sum, x, y);
        }
      }
      double scale = 1.0 / ((bottom - top) * (right - left));
      return new double[] {sum[0] * scale, sum[1] * scale, sum[2] * scale};
    }
  }

  /** The colors of an image, from 0 to 1, over white paper where it is transparent. */
  private static final class Pixels {
    private final BufferedImage image;
    private final boolean isGray;
    private final double grayScale;

    Pixels(BufferedImage image) {
      this.image = image;
      ColorModel colors = image.getColorModel();
      // Java takes gray for linear light and would brighten it on the way to red, green and blue
      this.isGray =
          colors.getColorSpace().getType() == ColorSpace.TYPE_GRAY
              && !colors.hasAlpha()
              && !(colors instanceof IndexColorModel);
      this.grayScale = 1.0 / ((1 << image.getSampleModel().getSampleSize(0)) - 1);
    }

    int height() {
      return image.getHeight();
    }

    int width() {
      return image.getWidth();
    }

    void addTo(double[] sum, int x, int y) {
      if (isGray) {
        double gray = image.getRaster().getSample(x, y, 0) * grayScale;
        for (int channel = 0; channel < 3; channel++) {
          sum[channel] += gray;
        }
        return;
      }
      int pixel = image.getRGB(x, y);
      double opacity = (pixel >>> 24) / 255.0;
      for (int channel = 0; channel < 3; channel++) {
        double color = (pixel >> (16 - 8 * channel) & 0xff) / 255.0;
        sum[channel] += opacity * color + (1 - opacity);
      }
    }
  }
}
