package dev.weir.checkpoint.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestTable {
  @TempDir Path folder;

  private static byte[] table(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TableWriter writer =
        new TableWriter(
            bytes -> {
              byte[] piece = new byte[bytes.remaining()];
              bytes.get(piece);
              out.writeBytes(piece);
            });
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      writer.add(entry.getKey().getBytes(StandardCharsets.UTF_8), entry.getValue());
    }
    writer.finish();
    return out.toByteArray();
  }

  private Map<String, byte[]> read(byte[] table) throws IOException {
    Path file = folder.resolve("table");
    Files.write(file, table);
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      TableReader.read(
          channel,
          (key, value) -> {
            byte[] bytes = new byte[value.remaining()];
            value.get(bytes);
            entries.put(new String(key, StandardCharsets.UTF_8), bytes);
          });
    }
    return entries;
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Random random = new Random(1);
    for (int size : new int[] {0, 1, 15, 16, 17, 33, 5000}) {
      Map<String, byte[]> entries = new TreeMap<>();
      for (int i = 0; i < size; i++) {
        byte[] value = new byte[random.nextInt(300)];
        random.nextBytes(value);
        entries.put("key" + random.nextInt(1 << 20), value);
      }
      Map<String, byte[]> back = read(table(entries));
      assertThat(back.keySet()).containsExactlyElementsOf(entries.keySet());
      back.forEach((key, value) -> assertThat(value).isEqualTo(entries.get(key)));
    }
  }

  @Test
  void keysMustAscend() {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("b", new byte[0]);
    entries.put("a", new byte[0]);
    assertThatThrownBy(() -> table(entries)).hasMessageContaining("must ascend");
  }

  @Test
  void keysOfTheListAreShort() {
    assertThat(TableWriter.separator(bytes("abcxyz"), bytes("abf"))).isEqualTo(bytes("abd"));
    assertThat(TableWriter.separator(bytes("abc"), bytes("abd"))).isEqualTo(bytes("abc"));
    assertThat(TableWriter.separator(bytes("ab"), bytes("abc"))).isEqualTo(bytes("ab"));
    assertThat(TableWriter.successor(bytes("Variable"))).isEqualTo(bytes("W"));
    assertThat(TableWriter.successor(new byte[] {-1, -1})).isEqualTo(new byte[] {-1, -1});
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void packedBlocksAreUnpacked() {
    // a piece of three bytes, a copy that overlaps itself, a copy from further back
    String packed = "0d" + "08616263" + "160300" + "0109";
    ByteBuffer out = Snappy.unpack(ByteBuffer.wrap(HexFormat.of().parseHex(packed)));
    assertThat(StandardCharsets.UTF_8.decode(out).toString()).isEqualTo("abcabcabcabca");
  }

  @Test
  void packedNonsenseIsRefused() {
    Random random = new Random(2);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[1 + random.nextInt(40)];
      random.nextBytes(bytes);
      try {
        Snappy.unpack(ByteBuffer.wrap(bytes));
      } catch (WeirException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(19_000);
  }

  @Test
  void keysCannotGrowWithoutEnd() throws IOException {
    BlockBuilder block = new BlockBuilder(Integer.MAX_VALUE);
    StringBuilder key = new StringBuilder("k".repeat(60_000));
    for (int i = 0; i < 5_000; i++) {
      block.add(bytes(key + String.format(Locale.ROOT, "%06d", i)), new byte[0]);
    }
    byte[] table = tableOf(block.take(), TableFormat.PLAIN);
    assertThatThrownBy(() -> read(table))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("its keys take");
  }

  /** A table of one block; the list of blocks also serves as the block of further facts. */
  private static byte[] tableOf(ByteBuffer block, byte kind) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] first = handle(out.size(), block.limit());
    append(out, block, kind);
    BlockBuilder list = new BlockBuilder(1);
    list.add(bytes("l"), first);
    ByteBuffer listBlock = list.take();
    byte[] second = handle(out.size(), listBlock.limit());
    append(out, listBlock, TableFormat.PLAIN);
    ByteBuffer footer = TableFormat.allocate(TableFormat.FOOTER_BYTES).put(second).put(second);
    out.writeBytes(footer.putLong(40, TableFormat.MAGIC).array());
    return out.toByteArray();
  }

  private static byte[] handle(long offset, long size) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Varints.write(out, offset);
    Varints.write(out, size);
    return out.toByteArray();
  }

  private static void append(ByteArrayOutputStream out, ByteBuffer block, byte kind) {
    out.write(block.array(), 0, block.limit());
    out.write(kind);
    out.writeBytes(TableFormat.allocate(4).putInt(TableFormat.checksum(block, kind)).array());
  }

  @Test
  void tablesMayHavePackedBlocks() throws IOException {
    BlockBuilder block = new BlockBuilder(16);
    block.add(bytes("a"), bytes("1"));
    block.add(bytes("ab"), bytes("2"));
    byte[] plain = block.take().array();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    Varints.write(packed, plain.length);
    packed.write((plain.length - 1) << 2); // one piece, not shortened
    packed.writeBytes(plain);
    Map<String, byte[]> entries =
        read(tableOf(ByteBuffer.wrap(packed.toByteArray()), TableFormat.SNAPPY));
    assertThat(entries).containsOnlyKeys("a", "ab").containsEntry("ab", bytes("2"));
    assertThatThrownBy(() -> read(tableOf(ByteBuffer.wrap(packed.toByteArray()), (byte) 7)))
        .hasMessageContaining("unknown way, 7");
  }
}
