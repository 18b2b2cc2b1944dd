package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class TestNumpyFile {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("array.npy");
  }

  private static byte[] npy(int major, String header, byte[] data) {
    byte[] text = (header + "\n").getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(NumpyHeader.MAGIC);
    out.writeBytes(new byte[] {(byte) major, 0});
    ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(text.length);
    out.writeBytes(Arrays.copyOf(length.array(), major == 1 ? 2 : 4));
    out.writeBytes(text);
    out.writeBytes(data);
    return out.toByteArray();
  }

  private Tensor read(int major, String header, byte[] data) throws IOException {
    Files.write(file, npy(major, header, data));
    return NumpyFile.read(file);
  }

  /** Headers and data as NumPy 2.4 writes them. */
  private static Stream<Arguments> writtenByNumpy() {
    return Stream.of(
        arguments(
            1,
            "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
            "000000000000803f0000004000004040000080400000a040",
            "float32[2,3]\n[[0.0, 1.0, 2.0],\n [3.0, 4.0, 5.0]]"),
        arguments(
            1,
            "{'descr': '>f4', 'fortran_order': True, 'shape': (2, 3), }",
            "00000000404000003f800000408000004000000040a00000",
            "float32[2,3]\n[[0.0, 1.0, 2.0],\n [3.0, 4.0, 5.0]]"),
        arguments(
            1,
            "{'descr': '<f8', 'fortran_order': False, 'shape': (), }",
            "0000000000000440",
            "float64[] 2.5"),
        arguments(
            1,
            "{'descr': '>i8', 'fortran_order': False, 'shape': (3,), }",
            "000000000000000100000000000000020000000000000003",
            "int64[3] [1, 2, 3]"),
        arguments(
            1,
            "{'descr': '>U5', 'fortran_order': False, 'shape': (3,), }",
            "00000068000000e90000006c0000006c0000006f00000000000000000000000000000000000000000001f60000000000000000000000000000000000",
            "string[3] [\"héllo\", \"\", \"😀\"]"),
        arguments(
            1,
            "{'descr': '|S2', 'fortran_order': False, 'shape': (3,), }",
            "6162ff000000",
            "string[3] [\"ab\", \"\\xff\", \"\"]"),
        arguments(
            2,
            "{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }",
            "0100",
            "bool[2] [true, false]"),
        arguments(
            3,
            "{'descr': '>c16', 'fortran_order': False, 'shape': (1,), }",
            "3ff00000000000004000000000000000",
            "complex128[1] [1+2i]"),
        arguments(
            1, "{'descr': '<u2', 'fortran_order': False, 'shape': (0, 3), }", "", "uint16[0,3] []"),
        arguments(
            1,
            "{'descr': '|S1', 'fortran_order': True, 'shape': (2, 2, 2), }",
            "6165636762666468",
            "string[2,2,2]\n"
                + "[[[\"a\", \"b\"],\n"
                + "  [\"c\", \"d\"]],\n\n"
                + " [[\"e\", \"f\"],\n"
                + "  [\"g\", \"h\"]]]"));
  }

  @ParameterizedTest
  @MethodSource("writtenByNumpy")
  void readsWhatNumpyWrites(int major, String header, String data, String expected)
      throws IOException {
    assertThat(read(major, header, HexFormat.of().parseHex(data))).hasToString(expected);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"STRING", "RESOURCE", "VARIANT"})
  void numbersOfEveryTypeComeBack(DType dtype) {
    Tensor written = Tensors.ofLongs(dtype, Shape.of(2, 3), 0, 1, 2, 100, 126, -1);
    NumpyFile.write(file, written);
    Tensor read = NumpyFile.read(file);
    DType expected = dtype.isQuantized() ? DType.ofName(dtype.toString().substring(1)) : dtype;
    assertThat(read.dtype()).isEqualTo(expected);
    assertThat(TensorDifference.first(written.reinterpreted(expected, written.shape()), read))
        .isEmpty();
  }

  @Test
  void shapesAndStringsComeBack() {
    for (Shape shape : new Shape[] {Shape.scalar(), Shape.of(0), Shape.of(1), Shape.of(4, 0, 2)}) {
      NumpyFile.write(file, Tensors.ones(DType.FLOAT32, shape));
      assertThat(NumpyFile.read(file).shape()).isEqualTo(shape);
    }
    Tensor strings = Tensors.of(Shape.of(2, 2), "a", "", "lönger", "\0x");
    NumpyFile.write(file, strings);
    assertThat(TensorDifference.first(strings, NumpyFile.read(file))).isEmpty();
  }

  @Test
  void writesAHeaderThatNumpyReads() throws IOException {
    NumpyFile.write(file, Tensors.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6));
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes).hasSize(128 + 24);
    assertThat(new String(bytes, 10, 118, StandardCharsets.US_ASCII))
        .startsWith("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), } ")
        .endsWith(" \n");
    NumpyFile.write(file, Tensors.vector(1));
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("'shape': (1,), }");
  }

  @Test
  void leavesNothingButTheWholeFile() throws IOException {
    NumpyFile.write(file, Tensors.scalar(1));
    NumpyFile.write(file, Tensors.scalar(2));
    Tensor closed = Tensors.fill(DType.INT32, Shape.of(1000), 3);
    closed.close();
    assertThatThrownBy(() -> NumpyFile.write(file, closed)).isInstanceOf(WeirException.class);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
    assertThat(NumpyFile.read(file).getInt(0)).isEqualTo(2);
  }

  @Test
  void refusesWhatTheFormatCannotKeep() {
    assertThatThrownBy(() -> NumpyFile.write(file, Tensors.vector("a", "b\0")))
        .hasMessage("string [1] ends with the byte 0, which a .npy file does not keep");
    assertThatThrownBy(() -> NumpyFile.write(file, Tensor.allocate(DType.RESOURCE, Shape.of(1))))
        .hasMessage("resource[1] cannot be written to a .npy file");
  }

  @Test
  void missingFilesAreNamed() {
    assertThatThrownBy(() -> NumpyFile.read(file))
        .hasMessage("reading " + file + " failed: there is no such file")
        .extracting(e -> ((WeirException) e).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThatThrownBy(
            () -> NumpyFile.write(folder.resolve("none").resolve("a.npy"), Tensors.scalar(1)))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("writing ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,)} ; is cut off:"
            + " [1000000000000] of type '<f4' takes 4000000000000 bytes, but 8 follow the header",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4000000000, 4000000000)} ;"
            + " has more than 2^63 elements",
        "{'descr': '<c16', 'fortran_order': False, 'shape': (999999999999999999,)} ; too large",
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,)} ; NumPy type '|O' is not read",
        "{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (1,)} ; '<M8[ns]' is not read",
        "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,)} ; structured arrays",
        "{'descr': '|S0', 'fortran_order': False, 'shape': (1000000000,)} ; takes 0 bytes",
        "{'descr': '|S9999999999', 'fortran_order': False, 'shape': (1,)} ; takes 9999999999 bytes",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)} ; no size where one belongs",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)} ; no size",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)} ; neither True nor False",
        "{'descr': '<f4', 'shape': (1,)} ; not all of 'descr', 'fortran_order' and 'shape'",
        "{'descr': '<f4', 'descr': '<f4'} ; the key 'descr' twice",
        "{'descr': '<f4', 'evil': 1} ; the unknown key 'evil'",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} + 1 ; something after",
        "{'descr ; no string where one belongs",
        "`` ; no '{' where one belongs",
      })
  void hostileHeadersAreRefused(String header, String message) {
    assertThatThrownBy(() -> read(2, header, new byte[8]))
        .isInstanceOf(WeirException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message.strip());
  }

  @Test
  void filesThatAreNotNumpysAreRefused() throws IOException {
    Files.writeString(file, "PK zip archive");
    assertThatThrownBy(() -> NumpyFile.read(file))
        .hasMessage(file + ": not a .npy file: it starts with \"PK zip\"");
    Files.write(file, new byte[3]);
    assertThatThrownBy(() -> NumpyFile.read(file)).hasMessageContaining("ends at byte 3");
    Files.write(file, npy(4, "{}", new byte[0]));
    assertThatThrownBy(() -> NumpyFile.read(file))
        .hasMessageContaining("the format 4.0 is not read; 1.0, 2.0 and 3.0 are");
    byte[] longHeader = npy(2, "{}", new byte[0]);
    Arrays.fill(longHeader, 8, 12, (byte) 0xff);
    Files.write(file, longHeader);
    assertThatThrownBy(() -> NumpyFile.read(file))
        .hasMessageContaining("the header has 4294967295 bytes; at most 65536 are read");
  }

  @Test
  void surrogatesAndNumbersBeyondUnicodeAreRefused() {
    String header = "{'descr': '<U1', 'fortran_order': False, 'shape': (1,)}";
    assertThatThrownBy(() -> read(1, header, new byte[] {0, (byte) 0xd8, 0, 0}))
        .hasMessageEndingWith("string 0 has 0xd800, which is not a character");
    assertThatThrownBy(() -> read(1, header, new byte[] {-1, -1, -1, -1}))
        .hasMessageEndingWith("string 0 has 0xffffffff, which is not a character");
  }

  @Test
  void damagedFilesGiveATensorOrAnExceptionOfOurs() throws IOException {
    long seed = Long.getLong("weir.test.seed", 20161);
    SplittableRandom random = new SplittableRandom(seed);
    byte[][] seeds = {
      npy(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", new byte[24]),
      npy(2, "{'descr': '>U3', 'fortran_order': False, 'shape': (2,), }", new byte[24]),
      npy(3, "{'descr': '|S4', 'fortran_order': False, 'shape': (2, 2), }", new byte[16]),
    };
    for (int round = 0; round < 4000; round++) {
      byte[] damaged = seeds[round % seeds.length].clone();
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        int at = random.nextInt(damaged.length);
        damaged[at] =
            random.nextBoolean()
                ? (byte) random.nextInt()
                : damaged[random.nextInt(damaged.length)];
      }
      damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length / 2, damaged.length + 9));
      Files.write(file, damaged);
      try {
        assertThat(NumpyFile.read(file).toString()).isNotEmpty();
      } catch (WeirException e) {
        assertThat(e.getMessage()).as("seed %d, round %d", seed, round).contains(file.toString());
      }
    }
  }
}
