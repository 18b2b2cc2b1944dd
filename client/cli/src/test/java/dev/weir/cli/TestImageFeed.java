package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.records.Png;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestImageFeed {
  @TempDir Path folder;

  private static Output edge(DType dtype, long... sizes) {
    return Ops.create(new Graph()).withName("image").placeholder(dtype, Shape.of(sizes));
  }

  private Path png(int height, int width, int channels, int... values) throws Exception {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    Tensor image =
        Tensors.ofBytes(DType.UINT8, Shape.of(height, width, channels), ByteBuffer.wrap(bytes));
    return Files.write(folder.resolve("image.png"), Png.encode(image));
  }

  @Test
  void grayIsFedAsItIsStored() throws Exception {
    Path file = png(2, 2, 1, 0, 51, 128, 255);
    Tensor fed = ImageFeed.read(file, edge(DType.FLOAT32, -1, 2, 2, 1));
    assertThat(fed.shape()).isEqualTo(Shape.of(1, 2, 2, 1));
    assertThat(fed.getFloat(0)).isZero();
    assertThat(fed.getFloat(1)).isEqualTo(0.2f);
    assertThat(fed.getFloat(2)).isEqualTo(128 / 255f);
    assertThat(fed.getFloat(3)).isEqualTo(1);
  }

  @Test
  void shapeIsTheEdges() throws Exception {
    Path file = png(2, 3, 1, 0, 0, 0, 0, 0, 0);
    assertThat(ImageFeed.read(file, edge(DType.FLOAT32, -1, 2, 4)).shape())
        .isEqualTo(Shape.of(1, 2, 4));
    assertThat(ImageFeed.read(file, edge(DType.FLOAT64, 2, 3)).shape()).isEqualTo(Shape.of(2, 3));
    assertThat(ImageFeed.read(file, edge(DType.FLOAT32, -1, -1, 3)).shape())
        .isEqualTo(Shape.of(2, 3, 3));
    assertThat(ImageFeed.read(file, edge(DType.FLOAT32, 1, -1, -1, -1)).shape())
        .isEqualTo(Shape.of(1, 2, 3, 1));
  }

  @Test
  void otherSizesAreScaled() throws Exception {
    Path file = png(2, 4, 1, 0, 255, 255, 255, 255, 0, 255, 255);
    Tensor smaller = ImageFeed.read(file, edge(DType.FLOAT64, 1, 2));
    assertThat(smaller.getDouble(0)).isCloseTo(0.5, offset(1e-9));
    assertThat(smaller.getDouble(1)).isCloseTo(1, offset(1e-9));
    Tensor larger = ImageFeed.read(file, edge(DType.FLOAT64, 2, 8));
    assertThat(larger.getDouble(1)).isZero();
    assertThat(larger.getDouble(2)).isCloseTo(1, offset(1e-9));
  }

  @Test
  void colorsBecomeGrayAndTransparentIsPaper() throws Exception {
    Path colors = png(1, 1, 3, 255, 0, 0);
    assertThat(ImageFeed.read(colors, edge(DType.FLOAT64, 1, 1)).getDouble(0))
        .isCloseTo(0.299, offset(1e-9));
    Tensor red = ImageFeed.read(colors, edge(DType.FLOAT64, 1, 1, 3));
    assertThat(red.getDouble(0)).isEqualTo(1);
    assertThat(red.getDouble(1)).isZero();
    Path clear = png(1, 1, 4, 0, 0, 0, 0);
    assertThat(ImageFeed.read(clear, edge(DType.FLOAT32, 1, 1)).getFloat(0)).isEqualTo(1);
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    Output edge = edge(DType.FLOAT32, -1, 2, 2, 1);
    assertFails(folder.resolve("none.png"), edge, "there is no file");
    Path text = Files.writeString(folder.resolve("text.png"), "no image at all");
    assertFails(text, edge, "is no image that can be read; PNG, JPEG, GIF and BMP can");
    Path whole = png(2, 2, 1, 0, 0, 0, 0);
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.png"), Arrays.copyOf(bytes, 30));
    assertFails(cut, edge, "is the file whole?");
    Path large = noise(200, 200);
    byte[] half = Arrays.copyOf(Files.readAllBytes(large), (int) Files.size(large) / 2);
    assertFails(Files.write(folder.resolve("half.png"), half), edge, "is the file whole?");
    assertFails(folder, edge, "there is no file");
    Path huge = Files.write(folder.resolve("huge.png"), header(1_000_000, 1_000_000));
    assertFails(huge, edge, "has 1000000 x 1000000 pixels, at most 67108864 are read");
    Path none = Files.write(folder.resolve("none.png"), header(0, 5));
    assertFails(none, edge, "is the file whole?");
    assertFails(whole, edge(DType.INT32, -1, 2, 2, 1), "floating numbers from 0 to 1");
    assertFails(whole, edge(DType.FLOAT32, -1, 2, 2, 7), "1 or 3 channels");
    assertFails(whole, edge(DType.FLOAT32, 8, 2, 2, 1), "a batch of 1");
    assertFails(whole, edge(DType.FLOAT32, 4), "one image fits");
  }

  private Path noise(int height, int width) throws Exception {
    return png(height, width, 1, new Random(5).ints((long) height * width, 0, 256).toArray());
  }

  /** The beginning of a PNG file, which says how large the image is. */
  private static byte[] header(int width, int height) {
    ByteBuffer chunk = ByteBuffer.allocate(17).put("IHDR".getBytes(StandardCharsets.US_ASCII));
    chunk.putInt(width).putInt(height).put((byte) 8).put((byte) 2);
    CRC32 checksum = new CRC32();
    checksum.update(chunk.array());
    return ByteBuffer.allocate(33)
        .putLong(0x89504e470d0a1a0aL)
        .putInt(13)
        .put(chunk.array())
        .putInt((int) checksum.getValue())
        .array();
  }

  private static void assertFails(Path file, Output edge, String message) {
    assertThatThrownBy(() -> ImageFeed.read(file, edge))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining(message);
  }
}
