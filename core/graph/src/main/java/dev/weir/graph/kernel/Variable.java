package dev.weir.graph.kernel;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A value that outlives steps. Readers get an immutable snapshot; writers replace the value, or
 * write in place where no reader holds the memory. Thread-safe; it owns a reference to the memory
 * of its value.
 */
public final class Variable implements AutoCloseable {
  /** Locks of several variables are taken in the order the variables were made. */
  private static final AtomicLong MADE = new AtomicLong();

  private final long order = MADE.incrementAndGet();
  private final String name;
  private final DType dtype;
  private final Shape shape;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Tensor value;
  private boolean closed;

  /** A variable without a value yet; {@code shape} is what its values must be compatible with. */
  public Variable(String name, DType dtype, Shape shape) {
    this.name = name;
    this.dtype = dtype;
    this.shape = shape;
  }

  public String name() {
    return name;
  }

  public DType dtype() {
    return dtype;
  }

  /** What its values must be compatible with. */
  public Shape shape() {
    return shape;
  }

  /** The shape of its value, or what it must be compatible with if it has none. */
  public Shape currentShape() {
    lock.lock();
    try {
      return value == null ? shape : value.shape();
    } finally {
      lock.unlock();
    }
  }

  /** Whether it has a value. */
  public boolean isInitialized() {
    lock.lock();
    try {
      return value != null;
    } finally {
      lock.unlock();
    }
  }

  /** The value, with a reference to its memory that is now the caller's. */
  public Tensor read() {
    lock.lock();
    try {
      return require().retained();
    } finally {
      lock.unlock();
    }
  }

  /** Replaces the value; takes over the caller's reference to its memory, unless it fails. */
  public void assign(Tensor newValue) {
    lock.lock();
    try {
      check(newValue);
      replace(newValue);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Replaces the value by what a function makes of it, with no other writer in between. The
   * function gets the current value. It returns either the same tensor, having written to it in
   * place (allowed only if {@code value.buffer().isExclusive()}), or a new one whose reference
   * becomes the variable's.
   */
  public void update(UnaryOperator<Tensor> change) {
    lock.lock();
    try {
      Tensor before = require();
      Tensor after = change.apply(before);
      if (after != before) {
        check(after);
        replace(after);
      } else {
        renew();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Changes several variables atomically: the function gets all their values and returns as many,
   * in the same order, under the rules of {@link #update}.
   */
  public static void updateTogether(List<Variable> variables, UnaryOperator<List<Tensor>> change) {
    List<Variable> locked = new ArrayList<>();
    try {
      variables.stream()
          .sorted(Comparator.comparingLong(variable -> variable.order))
          .forEach(
              variable -> {
                variable.lock.lock();
                locked.add(variable);
              });
      List<Tensor> before = variables.stream().map(Variable::require).toList();
      List<Tensor> after = change.apply(before);
      for (int i = 0; i < variables.size(); i++) {
        variables.get(i).check(after.get(i));
      }
      for (int i = 0; i < variables.size(); i++) {
        if (after.get(i) != before.get(i)) {
          variables.get(i).replace(after.get(i));
        } else {
          variables.get(i).renew();
        }
      }
    } finally {
      locked.forEach(variable -> variable.lock.unlock());
    }
  }

  private void replace(@Nullable Tensor newValue) {
    Tensor old = value;
    value = newValue;
    if (old != null) {
      old.buffer().release();
    }
  }

  /**
   * Lets another tensor stand for a value that was written in place: who gets the same tensor again
   * gets the same numbers, and may rely on it.
   */
  private void renew() {
    replace(require().shared());
  }

  private Tensor require() {
    if (value == null) {
      throw WeirException.failedPrecondition(
          "Attempting to use uninitialized value %s: assign to the variable first", name);
    }
    return value;
  }

  private void check(Tensor newValue) {
    if (newValue.dtype() != dtype || !shape.isCompatibleWith(newValue.shape())) {
      throw WeirException.invalidArgument(
          "variable %s holds %s%s, got %s%s",
          name, dtype, shape, newValue.dtype(), newValue.shape());
    }
    if (closed) {
      throw WeirException.failedPrecondition("variable %s was removed meanwhile", name);
    }
  }

  /** Drops the value. It takes no new one. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      replace(null);
    } finally {
      lock.unlock();
    }
  }
}
