package dev.weir.checkpoint.table;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the entries of a block. A key is stored as what differs from the key before; every
 * {@code interval} entries one is stored whole, so that a reader can start there.
 */
final class BlockBuilder {
  private final int interval;
  private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
  private final List<Integer> restarts = new ArrayList<>(List.of(0));
  private int sinceRestart;
  private byte[] lastKey = new byte[0];

  BlockBuilder(int interval) {
    this.interval = interval;
  }

  void add(byte[] key, byte[] value) {
    int shared = 0;
    if (sinceRestart < interval) {
      int mismatch = Arrays.mismatch(lastKey, key);
      shared = mismatch < 0 ? key.length : mismatch;
    } else {
      restarts.add(entries.size());
      sinceRestart = 0;
    }
    Varints.write(entries, shared);
    Varints.write(entries, key.length - shared);
    Varints.write(entries, value.length);
    entries.write(key, shared, key.length - shared);
    entries.write(value, 0, value.length);
    lastKey = key;
    sinceRestart++;
  }

  boolean isEmpty() {
    return entries.size() == 0;
  }

  /** What the block would take now. */
  int bytes() {
    return entries.size() + 4 * (restarts.size() + 1);
  }

  /** The block; the builder then starts a new one. */
  ByteBuffer take() {
    ByteBuffer block = TableFormat.allocate(bytes());
    block.put(entries.toByteArray());
    restarts.forEach(block::putInt);
    block.putInt(restarts.size());
    entries.reset();
    restarts.clear();
    restarts.add(0);
    sinceRestart = 0;
    lastKey = new byte[0];
    return block.flip();
  }
}
