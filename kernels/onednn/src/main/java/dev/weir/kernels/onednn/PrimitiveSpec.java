package dev.weir.kernels.onednn;

import java.util.List;

/**
 * What a primitive computes: kind, types, shapes, layouts and attributes, but no data.
 *
 * <p>Implementations are records; equal specs share a compiled primitive. They name the whole
 * computation in {@code toString}, which stands in error messages.
 */
interface PrimitiveSpec {

  /** The arguments in the order in which {@link Invocation#bind} counts them. */
  List<PrimitiveArgument> arguments();

  /**
   * Creates the primitive descriptor; the caller destroys it. Whatever else is needed for it is
   * made in the scope.
   */
  long describe(Engine engine, DescriptorScope scope);
}
