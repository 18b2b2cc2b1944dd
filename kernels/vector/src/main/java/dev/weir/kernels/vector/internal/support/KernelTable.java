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
 * The kernels, by op and type of the first input. Kernels that depend on nothing else are made on
 * first use and then shared by all nodes: making one loads a class.
 */
public final class KernelTable {
  private record Key(String op, DType dtype) {}

  /** Makes a kernel for a node; null if its attributes are not supported. */
  @FunctionalInterface
  public interface Maker {
    @Nullable Kernel make(KernelSpec spec);
  }

  private final Map<Key, Maker> makers = new HashMap<>();
  private final Set<String> ops = new HashSet<>();
  private final LaneTable lanes = new LaneTable();

  /** What the ops compute of single elements, where that is known. */
  public LaneTable lanes() {
    return lanes;
  }

  /** Adds a kernel that depends on the node. */
  public void add(String op, DType dtype, Maker maker) {
    if (makers.put(new Key(op, dtype), maker) != null) {
      throw new IllegalStateException("two kernels for " + op + " of " + dtype);
    }
    ops.add(op);
  }

  /** Adds a kernel that depends on the node, unless there is one. */
  public void addIfAbsent(String op, DType dtype, Maker maker) {
    makers.putIfAbsent(new Key(op, dtype), maker);
    ops.add(op);
  }

  /** Adds a kernel shared by all nodes. */
  public void addShared(String op, DType dtype, Supplier<Kernel> kernel) {
    addSharedIf(op, dtype, spec -> true, kernel);
  }

  /** Adds a kernel shared by all nodes that meet a condition. */
  public void addSharedIf(
      String op, DType dtype, Predicate<KernelSpec> condition, Supplier<Kernel> kernel) {
    addCached(op, dtype, spec -> condition.test(spec) ? op : null, same -> kernel.get());
  }

  /** Adds a kernel shared by all nodes of equal settings; nodes with null settings have none. */
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
