package dev.weir.kernels.vector.internal.support;

import jdk.incubator.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * A function of elements of one type, as code that is generated for several nodes calls it. Equal
 * only to itself: a function has one object for all nodes.
 */
public final class LaneFunction {
  /** A function of one operand, on vectors. */
  public interface OfOne<T> {
    Vector<T> apply(Vector<T> x);
  }

  /** A function of two operands, on vectors. */
  public interface OfTwo<T> {
    Vector<T> apply(Vector<T> x, Vector<T> y);
  }

  private final Element<?> element;
  private final int operands;
  private final Object vectors;
  private final Object scalars;
  private final boolean isCostly;

  private LaneFunction(
      Element<?> element, int operands, Object vectors, Object scalars, boolean isCostly) {
    this.element = element;
    this.operands = operands;
    this.vectors = vectors;
    this.scalars = scalars;
    this.isCostly = isCostly;
  }

  /** A function of one operand; {@code scalars} gives the same bits as {@code vectors}. */
  public static <T> LaneFunction of(
      Element<T> element, OfOne<T> vectors, ScalarFunctions.Unary scalars, boolean isCostly) {
    Object scalar = element instanceof RealElement ? scalars.real() : scalars.integer();
    return new LaneFunction(element, 1, vectors, scalar, isCostly);
  }

  /** A function of two operands; {@code scalars} gives the same bits as {@code vectors}. */
  public static <T> LaneFunction of(
      Element<T> element, OfTwo<T> vectors, ScalarFunctions.Binary scalars, boolean isCostly) {
    Object scalar = element instanceof RealElement ? scalars.real() : scalars.integer();
    return new LaneFunction(element, 2, vectors, scalar, isCostly);
  }

  /** The type of the operands and of the result. */
  public Element<?> element() {
    return element;
  }

  /** 1 or 2. */
  public int operands() {
    return operands;
  }

  /** An {@link OfOne} or {@link OfTwo}. */
  public Object vectors() {
    return vectors;
  }

  /** An operator on {@code double} if the elements are real numbers, else on {@code long}. */
  public Object scalars() {
    return scalars;
  }

  /** Whether it takes some ten operations or more per element. */
  public boolean isCostly() {
    return isCostly;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
