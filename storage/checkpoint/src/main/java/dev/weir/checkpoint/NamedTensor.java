package dev.weir.checkpoint;

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
  /** All of these, each of them whole. */
  public static List<NamedTensor> whole(Map<String, Tensor> tensors) {
    List<NamedTensor> all = new ArrayList<>();
    tensors.forEach((name, tensor) -> all.add(new NamedTensor(name, null, tensor)));
    return all;
  }

  void addTo(CheckpointWriter writer) {
    if (part == null) {
      writer.add(name, tensor);
    } else {
      writer.addSlice(name, part, tensor);
    }
  }
}
