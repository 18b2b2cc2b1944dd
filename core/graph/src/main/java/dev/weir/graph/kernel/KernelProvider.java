package dev.weir.graph.kernel;

import dev.weir.graph.GraphPass;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A set of kernels for one kind of hardware, found with {@link java.util.ServiceLoader}. For each
 * node the first provider, by priority, that has a kernel is asked; the op's own reference kernel
 * comes last.
 */
public interface KernelProvider {
  /** {@code onednn}, {@code vector}. */
  String name();

  /** Providers with a higher number are asked first. */
  int priority();

  /** Why it cannot work here, and what to do about it; null if it can. */
  @Nullable String unavailableBecause();

  /** What it found, in a few words for the log: the library's version, the vector width. */
  String describe();

  /** A kernel for this node, if there is one for its op, types and attributes. */
  Optional<Kernel> kernel(KernelSpec spec);

  /** Matrix products for kernels of any provider of a session, if it has some. */
  default Optional<MatrixProducts> products() {
    return Optional.empty();
  }

  /** Fast moves of elements for kernels of any provider of a session, if it has some. */
  default Optional<ElementMoves> moves() {
    return Optional.empty();
  }

  /** The names of the ops it has kernels for, for the catalog. */
  Set<String> ops();

  /**
   * Passes that make better use of its kernels, applied in this order to what one device runs. They
   * may put nodes into the graph whose ops only this provider knows.
   */
  default List<GraphPass> passes() {
    return List.of();
  }
}
