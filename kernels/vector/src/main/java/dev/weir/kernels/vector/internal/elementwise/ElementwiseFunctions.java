package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The functions that elementwise ops apply to lanes, by op and type of the first input: what their
 * kernels are made of, and what a compiler of several ops into one loop composes. Ops whose
 * function depends on attributes are not among them.
 */
public final class ElementwiseFunctions {
  /** A function with what loops over it must know; all of it is free of state. */
  public sealed interface Definition {}

  /**
   * A function of one operand whose result has its type.
   *
   * @param grain how much work is worth a thread
   */
  public record Unary<T>(UnaryLoop.Operation<T> operation, Grain grain) implements Definition {}

  /** A function of two operands whose result has their type. */
  public record Binary<T>(BinaryLoop.Operation<T> operation, Grain grain) implements Definition {}

  /** A test of two operands, whose result is a truth value. */
  public record Test<T>(ComparisonLoop.Operation<T> operation) implements Definition {}

  /** A test of one operand: that of two applied to it twice. */
  public record UnaryTest<T>(ComparisonLoop.Operation<T> operation) implements Definition {}

  private static final class Holder {
    static final ElementwiseFunctions ALL = new ElementwiseFunctions();

    static {
      ElementwiseKernels.addTo(new KernelTable(), ALL);
    }
  }

  private record Key(String op, DType dtype) {}

  private final Map<Key, Definition> definitions = new HashMap<>();

  ElementwiseFunctions() {}

  /** The function of an op, if it has one for the type. */
  public static Optional<Definition> find(String op, DType dtype) {
    return Optional.ofNullable(Holder.ALL.definitions.get(new Key(op, dtype)));
  }

  void add(String op, DType dtype, Definition definition) {
    definitions.put(new Key(op, dtype), definition);
  }
}
