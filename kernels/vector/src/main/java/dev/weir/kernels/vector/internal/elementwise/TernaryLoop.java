package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.ElementFunction;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/** A function of three real numbers, as a loop over memory. */
interface TernaryLoop {
  /** What a copy of the loop is made for. */
  record Operation(RealElement<?> element, ElementFunction.OfThree function) {}

  /** An operand: its address, and the bytes from an element to the next, 0 if there is just one. */
  record Operand(long address, long step) {
    long at(long i) {
      return address + i * step;
    }
  }

  /** Sets results {@code from} to {@code to}. */
  void run(Operand x, Operand y, Operand z, long out, long from, long to);

  /** A loop for an operation; meant to be made once per op and type. */
  static TernaryLoop of(Operation operation) {
    return Specialized.copy(
        MethodHandles.lookup(), TernaryLoopTemplate.class, TernaryLoop.class, operation);
  }
}
