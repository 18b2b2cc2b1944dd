package dev.weir.graph;

import java.util.List;

/**
 * The name of state that lives on a device: what flows along an edge of type {@code resource}.
 *
 * @param device the full name of the device
 * @param container the container on it
 * @param name the name in the container
 * @param hash a number that tells types of state apart, as the writer computed it
 * @param typeName the type of the state, for people
 * @param contents what is known of the tensors inside
 */
public record ResourceHandle(
    String device,
    String container,
    String name,
    long hash,
    String typeName,
    List<Node.HandleData> contents) {

  public ResourceHandle {
    contents = List.copyOf(contents);
  }

  /** A handle to nothing. */
  public static ResourceHandle none() {
    return new ResourceHandle("", "", "", 0, "", List.of());
  }
}
