package dev.weir.checkpoint;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.checkpoint.table.TableReader;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.schema.BundleHeaderProto;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The index of a checkpoint, read whole. Immutable. */
final class BundleIndex {
  /** The version of the format that is read and written. */
  static final int VERSION = 1;

  private static final int MOST_SHARDS = 1_000_000;

  private final Path file;
  private final int shards;
  private final SequencedMap<String, BundleEntry> tensors;
  private final Map<ByteString, BundleEntry> slices;

  private BundleIndex(
      Path file,
      int shards,
      SequencedMap<String, BundleEntry> tensors,
      Map<ByteString, BundleEntry> slices) {
    this.file = file;
    this.shards = shards;
    this.tensors = tensors;
    this.slices = slices;
  }

  static BundleIndex read(Path prefix) {
    return read(prefix, Files::newByteChannel);
  }

  static BundleIndex read(Path prefix, FileOpener opener) {
    Path file = FileNames.index(prefix);
    try (SeekableByteChannel channel = opener.open(file)) {
      return new Parser(file).parse(channel);
    } catch (NoSuchFileException e) {
      throw new WeirException(
          ErrorCode.NOT_FOUND,
          "there is no checkpoint " + prefix + ": the file " + file + " is missing",
          e);
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  int shards() {
    return shards;
  }

  /** The tensors by name, in ascending order. */
  SequencedMap<String, BundleEntry> tensors() {
    return tensors;
  }

  /** The entry of a tensor, whole or partitioned. */
  BundleEntry tensor(String name) {
    BundleEntry entry = tensors.get(name);
    if (entry == null) {
      throw WeirException.notFound(
          "Key %s not found in checkpoint: %s has %d tensors; `weir checkpoint show` lists them",
          name, file, tensors.size());
    }
    return entry;
  }

  /** The entry of a part of a partitioned tensor. */
  BundleEntry slice(String name, TensorSlice slice) {
    BundleEntry entry = slices.get(ByteString.copyFrom(SliceKeys.encode(name, slice)));
    if (entry == null) {
      throw WeirException.dataLoss(
          "%s lists the slice %s of \"%s\" and has no entry for it", file, slice, name);
    }
    return entry;
  }

  /** The entries of all parts of partitioned tensors, by their keys. */
  Map<ByteString, BundleEntry> sliceEntries() {
    return slices;
  }

  private static final class Parser {
    private final Path file;
    private final SequencedMap<String, BundleEntry> tensors = new LinkedHashMap<>();
    private final Map<ByteString, BundleEntry> slices = new LinkedHashMap<>();
    private @Nullable BundleHeaderProto header;

    Parser(Path file) {
      this.file = file;
    }

    BundleIndex parse(SeekableByteChannel channel) throws IOException {
      try {
        TableReader.read(channel, this::entry);
        return new BundleIndex(file, header().getNumShards(), tensors, slices);
      } catch (WeirException e) {
        throw new WeirException(
            e.code() == ErrorCode.UNIMPLEMENTED ? e.code() : ErrorCode.DATA_LOSS,
            file + " is damaged or no index of a checkpoint: " + e.getMessage(),
            e);
      }
    }

    private BundleHeaderProto header() {
      if (header == null) {
        throw WeirException.dataLoss("it does not begin with a header");
      }
      return header;
    }

    private void entry(byte[] key, ByteBuffer value) {
      if (key.length == 0) {
        header = readHeader(value);
        return;
      }
      int shards = header().getNumShards();
      String name = new String(key, StandardCharsets.UTF_8);
      try {
        BundleEntry entry = BundleEntry.parse(value, shards);
        if (SliceKeys.isSliceKey(key)) {
          slices.put(ByteString.copyFrom(key), entry);
        } else if (tensors.put(name, entry) != null) {
          throw WeirException.dataLoss("the name is there twice, in bytes that are no UTF-8");
        }
      } catch (WeirException e) {
        throw e.within("entry \"" + name + "\"");
      }
    }

    private static BundleHeaderProto readHeader(ByteBuffer value) {
      BundleHeaderProto header;
      try {
        header = BundleHeaderProto.parseFrom(value);
      } catch (InvalidProtocolBufferException e) {
        throw WeirException.dataLoss(
            "the header cannot be read: %s", String.valueOf(e.getMessage()));
      }
      if (header.getEndianness() != BundleHeaderProto.Endianness.LITTLE) {
        throw WeirException.unimplemented(
            "its numbers are big-endian; write it again on a little-endian machine");
      }
      if (header.getVersion().getMinConsumer() > VERSION) {
        throw WeirException.unimplemented(
            "it asks for a reader of version %d, this one has %d",
            header.getVersion().getMinConsumer(), VERSION);
      }
      if (header.getNumShards() < 0 || header.getNumShards() > MOST_SHARDS) {
        throw WeirException.dataLoss("it has %d data files", header.getNumShards());
      }
      return header;
    }
  }
}
