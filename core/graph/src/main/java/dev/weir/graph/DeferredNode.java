package dev.weir.graph;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of a file that cannot be built as it is, since its op is not known here or one of its
 * inputs cannot be built. The graph keeps it as the file has it: a step that needs it is refused,
 * others run. For one whose own op is not known there is also a {@link Node} whose outputs can be
 * fed, see {@link Node#missing}.
 *
 * @param inputs the names of the nodes it takes data from or waits for
 * @param missing what is not known, if that is the node's own op or a function it calls; null if it
 *     is that of an input
 * @param definition the node as the file has it
 */
public record DeferredNode(
    String name, String op, List<String> inputs, @Nullable String missing, ByteBuffer definition) {
  public DeferredNode {
    inputs = List.copyOf(inputs);
  }

  /** The definition, at its start. */
  @Override
  public ByteBuffer definition() {
    return definition.asReadOnlyBuffer();
  }
}
