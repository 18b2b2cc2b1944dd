package dev.weir.kernels.vector.internal.support;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which kernel serves which op for which type of its first input. Kernels that need nothing but
 * that are made when first asked for and then shared by all nodes: making one compiles a loop.
 */
public final class KernelTable {
  private record Key(String op, DType dtype) {}

  /** Makes a kernel for a node; null if it has none for it after all. */
  @FunctionalInterface
  public interface Maker {
    @Nullable Kernel make(KernelSpec spec);
  }

  private final Map<Key, Maker> makers = new HashMap<>();
  private final Set<String> ops = new HashSet<>();

  /** A kernel that depends on the node. */
  public void add(String op, DType dtype, Maker maker) {
    if (makers.put(new Key(op, dtype), maker) != null) {
      throw new IllegalStateException("two kernels for " + op + " of " + dtype);
    }
    ops.add(op);
  }

  /** A kernel that is the same for all nodes. */
  public void addShared(String op, DType dtype, Supplier<Kernel> kernel) {
    addSharedIf(op, dtype, spec -> true, kernel);
  }

  /** A kernel that is the same for all nodes of which something is true. */
  public void addSharedIf(
      String op, DType dtype, Predicate<KernelSpec> condition, Supplier<Kernel> kernel) {
    addCached(op, dtype, spec -> condition.test(spec) ? op : null, same -> kernel.get());
  }

  /** A kernel that is the same for all nodes of equal settings; null where it does not apply. */
  public <S> void addCached(
      String op,
      DType dtype,
      Function<KernelSpec, @Nullable S> settings,
      Function<S, Kernel> kernel) {
    Map<S, Kernel> made = new ConcurrentHashMap<>(1);
    add(
        op,
        dtype,
        spec -> {
          S wanted = settings.apply(spec);
          return wanted == null ? null : made.computeIfAbsent(wanted, kernel);
        });
  }

  /** The kernel for a node, if there is one. */
  public Optional<Kernel> find(KernelSpec spec) {
    if (spec.inputDtypes().isEmpty()) {
      return Optional.empty();
    }
    Maker maker = makers.get(new Key(spec.op(), spec.inputDtype(0)));
    return maker == null ? Optional.empty() : Optional.ofNullable(maker.make(spec));
  }

  public Set<String> ops() {
    return Set.copyOf(ops);
  }

  /** For tests: all ops and types, as {@code "AddV2 float32"}. */
  Set<String> entries() {
    Set<String> names = new HashSet<>();
    makers.keySet().forEach(key -> names.add(key.op + " " + key.dtype));
    return names;
  }
}
