package dev.weir.checkpoint;

import com.google.protobuf.ByteString;
import dev.weir.checkpoint.table.TableWriter;
import dev.weir.error.WeirException;
import dev.weir.schema.BundleHeaderProto;
import dev.weir.schema.VersionDef;
import dev.weir.tensor.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects the entries of an index and writes them in order. Not thread-safe. */
final class IndexBuilder {
  private static final Comparator<ByteString> BY_BYTES =
      ByteString.unsignedLexicographicalComparator();

  private final Map<ByteString, BundleEntry> entries = new TreeMap<>(BY_BYTES);

  /** Adds a tensor that is stored whole. */
  void add(String name, BundleEntry entry) {
    if (name.isEmpty() || name.charAt(0) == 0) {
      throw WeirException.invalidArgument(
          "a tensor in a checkpoint needs a name that does not begin with the character 0");
    }
    put(ByteString.copyFromUtf8(name), name, entry);
  }

  /** Adds the entry of a part under its encoded key. */
  void addSliceEntry(ByteString key, String name, BundleEntry entry) {
    put(key, name, entry);
  }

  private void put(ByteString key, String name, BundleEntry entry) {
    if (entries.putIfAbsent(key, entry) != null) {
      throw WeirException.invalidArgument(
          "Adding duplicate key: %s; a checkpoint holds a tensor of a name once", name);
    }
  }

  /** Adds a part to the list of parts of a tensor. */
  void addPart(String name, int dtype, Shapes shapes) {
    ByteString key = ByteString.copyFromUtf8(name);
    BundleEntry before = entries.get(key);
    if (before == null) {
      add(name, BundleEntry.partitioned(dtype, shapes.whole(), shapes.slices()));
      return;
    }
    if (!before.isPartitioned()
        || before.dtype() != dtype
        || !before.shape().equals(shapes.whole())) {
      throw WeirException.invalidArgument(
          "the parts of \"%s\" must agree in element type and shape: %d of shape %s, before %d of"
              + " shape %s",
          name, dtype, shapes.whole(), before.dtype(), before.shape());
    }
    List<TensorSlice> slices = new ArrayList<>(before.slices());
    slices.addAll(shapes.slices());
    entries.put(key, BundleEntry.partitioned(dtype, before.shape(), slices));
  }

  /** Parts, and the shape of what they are parts of. */
  record Shapes(Shape whole, List<TensorSlice> slices) {}

  /** Writes the table. */
  void write(int shards, TableWriter.Sink sink) throws IOException {
    BundleHeaderProto header =
        BundleHeaderProto.newBuilder()
            .setNumShards(shards)
            .setVersion(VersionDef.newBuilder().setProducer(BundleIndex.VERSION))
            .build();
    TableWriter table = new TableWriter(sink);
    table.add(new byte[0], header.toByteArray());
    for (Map.Entry<ByteString, BundleEntry> entry : entries.entrySet()) {
      table.add(entry.getKey().toByteArray(), entry.getValue().toBytes());
    }
    table.finish();
  }
}
