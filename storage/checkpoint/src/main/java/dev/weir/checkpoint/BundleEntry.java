package dev.weir.checkpoint;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.error.WeirException;
import dev.weir.schema.BundleEntryProto;
import dev.weir.schema.TensorShapeProto;
import dev.weir.schema.TensorSliceProto;
import dev.weir.tensor.Shape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry of an index: where the bytes of a tensor or of a part of one are.
 *
 * @param dtype TensorFlow's number of the element type
 * @param crc the checksum as it is stored
 * @param slices of the entry of a partitioned tensor, which has no bytes of its own
 */
record BundleEntry(
    int dtype, Shape shape, int shard, long offset, long size, int crc, List<TensorSlice> slices) {
  private static final int HIGHEST_RANK = 254;

  /** The entry of a partitioned tensor. */
  static BundleEntry partitioned(int dtype, Shape shape, List<TensorSlice> slices) {
    return new BundleEntry(dtype, shape, 0, 0, 0, 0, slices);
  }

  boolean isPartitioned() {
    return !slices.isEmpty();
  }

  BundleEntry withShard(int number) {
    return new BundleEntry(dtype, shape, number, offset, size, crc, slices);
  }

  byte[] toBytes() {
    BundleEntryProto.Builder proto =
        BundleEntryProto.newBuilder()
            .setDtypeValue(dtype)
            .setShape(shapeProto())
            .setShardId(shard)
            .setOffset(offset)
            .setSize(size)
            .setCrc32C(crc);
    slices.forEach(slice -> proto.addSlices(sliceProto(slice)));
    return proto.build().toByteArray();
  }

  private TensorShapeProto shapeProto() {
    TensorShapeProto.Builder proto = TensorShapeProto.newBuilder();
    for (long size : shape.sizes()) {
      proto.addDim(TensorShapeProto.Dim.newBuilder().setSize(size));
    }
    return proto.build();
  }

  private static TensorSliceProto sliceProto(TensorSlice slice) {
    TensorSliceProto.Builder proto = TensorSliceProto.newBuilder();
    for (TensorSlice.Extent extent : slice.extents()) {
      TensorSliceProto.Extent.Builder each = TensorSliceProto.Extent.newBuilder();
      if (!extent.isWhole()) {
        each.setStart(extent.start()).setLength(extent.length());
      }
      proto.addExtent(each);
    }
    return proto.build();
  }

  /** Reads an entry and refuses one that cannot be right. */
  static BundleEntry parse(ByteBuffer bytes, int shards) {
    BundleEntryProto proto;
    try {
      proto = BundleEntryProto.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw WeirException.dataLoss("it is no entry: %s", String.valueOf(e.getMessage()));
    }
    BundleEntry entry =
        new BundleEntry(
            proto.getDtypeValue(),
            readShape(proto.getShape()),
            proto.getShardId(),
            proto.getOffset(),
            proto.getSize(),
            proto.getCrc32C(),
            readSlices(proto.getSlicesList()));
    entry.check(shards);
    return entry;
  }

  private void check(int shards) {
    if (isPartitioned()) {
      slices.forEach(slice -> slice.shapeIn(shape));
      return;
    }
    if (shard < 0 || shard >= shards) {
      throw WeirException.dataLoss("it is in shard %d of %d", shard, shards);
    }
    if (offset < 0 || size < 0 || offset > Long.MAX_VALUE - size) {
      throw WeirException.dataLoss("it has %d bytes at %d", size, offset);
    }
  }

  private static Shape readShape(TensorShapeProto proto) {
    if (proto.getUnknownRank() || proto.getDimCount() > HIGHEST_RANK) {
      throw WeirException.dataLoss("its shape is not known, or of too many dimensions");
    }
    long[] sizes = new long[proto.getDimCount()];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = proto.getDim(d).getSize();
      if (sizes[d] < 0) {
        throw WeirException.dataLoss("its dimension %d has the size %d", d, sizes[d]);
      }
    }
    return Shape.of(sizes);
  }

  private static List<TensorSlice> readSlices(List<TensorSliceProto> protos) {
    List<TensorSlice> slices = new ArrayList<>();
    for (TensorSliceProto proto : protos) {
      List<TensorSlice.Extent> extents = new ArrayList<>();
      for (TensorSliceProto.Extent extent : proto.getExtentList()) {
        extents.add(
            new TensorSlice.Extent(
                extent.getStart(),
                extent.hasLength() ? extent.getLength() : TensorSlice.Extent.ALL));
      }
      slices.add(new TensorSlice(extents));
    }
    return slices;
  }
}
