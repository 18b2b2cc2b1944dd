package dev.weir.tensor;

import java.util.List;

/**
 * Names a resource (a variable, queue, table or iterator) that lives on some device: the element of
 * a {@link DType#RESOURCE} tensor. The fields are those of TensorFlow's {@code
 * ResourceHandleProto}.
 *
 * @param device the device that owns the resource, by its full name
 * @param container the container the resource is in; by default the device's job name
 * @param name the resource's name in its container
 * @param typeHash a number for the resource's class, the same wherever it runs
 * @param typeName the resource's class, for people; may be empty
 * @param contents the types and shapes of what the resource holds, if known; one for a variable
 */
public record ResourceHandle(
    String device,
    String container,
    String name,
    long typeHash,
    String typeName,
    List<TypeAndShape> contents) {

  /** What a resource holds. */
  public record TypeAndShape(DType dtype, Shape shape) {
    @Override
    public String toString() {
      return dtype + "" + shape;
    }
  }

  public ResourceHandle {
    contents = List.copyOf(contents);
  }

  /** A handle to nothing, as unset elements of files are read. */
  public static ResourceHandle none() {
    return new ResourceHandle("", "", "", 0, "", List.of());
  }

  /** {@code container/name on /job:ps/task:0/device:CPU:0, Var of float32[2,3]}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(container).append('/').append(name);
    if (!device.isEmpty()) {
      text.append(" on ").append(device);
    }
    if (!typeName.isEmpty()) {
      text.append(", ").append(typeName);
    }
    for (int i = 0; i < contents.size(); i++) {
      text.append(i == 0 ? " of " : ", ").append(contents.get(i));
    }
    return text.toString();
  }
}
