package dev.weir.checkpoint;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * A tensor in a checkpoint.
 *
 * @param name what it is called
 * @param dtypeNumber TensorFlow's number of its element type, which may be one Weir does not have
 * @param shape the shape of the whole tensor
 * @param slices the parts it is stored in; empty if it is stored whole
 * @param bytes what it takes in the data files
 */
public record CheckpointEntry(
    String name, int dtypeNumber, Shape shape, List<TensorSlice> slices, long bytes) {
  /** Copies. */
  public CheckpointEntry {
    slices = List.copyOf(slices);
  }

  /** The element type. */
  public DType dtype() {
    try {
      return DType.ofNumber(dtypeNumber);
    } catch (WeirException e) {
      throw new WeirException(
          ErrorCode.UNIMPLEMENTED, "tensor \"" + name + "\" cannot be read: " + e.getMessage(), e);
    }
  }

  /** The name of the element type, or its number if Weir does not have it. */
  public String dtypeText() {
    for (DType dtype : DType.values()) {
      if (dtype.number() == dtypeNumber) {
        return dtype.toString();
      }
    }
    return "dtype " + dtypeNumber;
  }

  /** {@code float32[2,3]}. */
  @Override
  public String toString() {
    return dtypeText() + shape;
  }
}
