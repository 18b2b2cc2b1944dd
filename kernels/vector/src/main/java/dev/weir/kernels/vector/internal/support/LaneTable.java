package dev.weir.kernels.vector.internal.support;

import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What ops compute of single elements and of rows, for kernels that stand for several nodes. */
public final class LaneTable {
  private record Key(String op, DType dtype) {}

  private final Map<Key, Function<KernelSpec, @Nullable LaneFunction>> functions = new HashMap<>();
  private final Map<Key, Supplier<RowReduction>> reductions = new HashMap<>();
  private final Map<Key, RowReduction> made = new ConcurrentHashMap<>();

  LaneTable() {}

  /** Adds the function of an op whose attributes do not matter. */
  public void add(String op, DType dtype, LaneFunction function) {
    functions.put(new Key(op, dtype), spec -> function);
  }

  /** Adds the functions of an op that has one for each setting of its attributes. */
  public <S> void addCached(
      String op, DType dtype, Function<KernelSpec, S> settings, Function<S, LaneFunction> make) {
    Map<S, LaneFunction> known = new ConcurrentHashMap<>(1);
    functions.put(new Key(op, dtype), spec -> known.computeIfAbsent(settings.apply(spec), make));
  }

  /** Adds a reduction, made on first use. */
  public void addReduction(String op, DType dtype, Supplier<RowReduction> reduction) {
    reductions.put(new Key(op, dtype), reduction);
  }

  /** What a node computes of each element; null if it is not known. */
  public @Nullable LaneFunction function(String op, DType dtype, KernelSpec spec) {
    Function<KernelSpec, @Nullable LaneFunction> found = functions.get(new Key(op, dtype));
    return found == null ? null : found.apply(spec);
  }

  /** Whether an op reduces elements of this type. */
  public boolean hasReduction(String op, DType dtype) {
    return reductions.containsKey(new Key(op, dtype));
  }

  /** How an op reduces neighboring elements. */
  public RowReduction reduction(String op, DType dtype) {
    Key key = new Key(op, dtype);
    Supplier<RowReduction> maker = reductions.get(key);
    if (maker == null) {
      throw new IllegalArgumentException(op + " does not reduce " + dtype);
    }
    return made.computeIfAbsent(key, unused -> maker.get());
  }
}
