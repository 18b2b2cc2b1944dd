package dev.weir.kernels.vector.internal.einsum;

/**
 * A loop of an equation: how far apart its steps are in the operands and the result, in elements.
 * Where it does not occur, or is stretched, steps are 0.
 */
record EinsumAxis(long size, long a, long b, long c) {
  boolean isKept() {
    return c != 0;
  }

  EinsumAxis withA(long step) {
    return new EinsumAxis(size, step, b, c);
  }

  EinsumAxis withB(long step) {
    return new EinsumAxis(size, a, step, c);
  }

  EinsumAxis withC(long step) {
    return new EinsumAxis(size, a, b, step);
  }

  /** The two operands exchanged. */
  EinsumAxis swapped() {
    return new EinsumAxis(size, b, a, c);
  }

  /** Whether this loop and the one inside it are one longer loop. */
  boolean extendsOver(EinsumAxis inner) {
    return a == inner.a * inner.size && b == inner.b * inner.size && c == inner.c * inner.size;
  }

  /** This loop and the one inside it as one. */
  EinsumAxis mergedWith(EinsumAxis inner) {
    return new EinsumAxis(size * inner.size, inner.a, inner.b, inner.c);
  }
}
