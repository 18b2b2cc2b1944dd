package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tensor to be saved.
 *
 * @param name what it is called in the checkpoint; parts of one tensor have one name
 * @param part of what it is a part, and which; null if it is whole
 */
public record NamedTensor(String name, @Nullable ShapeAndSlice part, Tensor tensor) {
  /** Refuses a tensor that is shaped otherwise than the part. */
  public NamedTensor {
    if (part != null && !tensor.shape().equals(part.sliceShape())) {
      throw WeirException.invalidArgument(
          "the slice %s of \"%s\" has the shape %s, the tensor for it %s",
          part, name, part.sliceShape(), tensor.shape());
    }
  }

  /** All of these, each of them whole. */
  public static List<NamedTensor> whole(Map<String, Tensor> tensors) {
    List<NamedTensor> all = new ArrayList<>();
    tensors.forEach((name, tensor) -> all.add(new NamedTensor(name, null, tensor)));
    return all;
  }

  /** Whether it is no part, or one that is all of it. */
  boolean isWhole() {
    return part == null || part.slice().isWholeOf(part.shape());
  }

  /** What tells it from all others of a checkpoint. */
  String key() {
    return isWhole() ? name : name + " " + part;
  }
}
