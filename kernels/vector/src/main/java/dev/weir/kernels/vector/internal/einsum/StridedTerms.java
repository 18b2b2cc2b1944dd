package dev.weir.kernels.vector.internal.einsum;

import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;

/**
 * Sums of products of elements that are some way apart, in higher precision. Addresses and steps
 * are in bytes.
 *
 * @param <S> running sums, an array
 */
public interface StridedTerms<S> {
  /** Room for sums, all 0. */
  S newSums(int count);

  void clear(S sums, int count);

  /** Adds the product of element i of A and element i of B to sum i. */
  void addEach(S sums, int count, long a, long aStep, long b, long bStep);

  /** Adds element i of A to sum i. */
  void addEach(S sums, int count, long a, long aStep);

  /** Adds the products of elements i of A and B, all of them, to the first sum. */
  void addAll(S sums, int count, long a, long aStep, long b, long bStep);

  /** Adds all elements of A to the first sum. */
  void addAll(S sums, int count, long a, long aStep);

  /** Sets element i of C to the product of element i of A and element i of B. */
  void multiplyEach(int count, long a, long aStep, long b, long bStep, long c, long cStep);

  /** Stores sums as elements. */
  void store(S sums, int count, long c, long step);

  /** The loops for a type of {@code WideNumbers}. */
  static StridedTerms<?> of(DType dtype) {
    return switch (dtype) {
      case FLOAT32 -> Singles.REAL;
      case FLOAT64 -> Doubles.REAL;
      case COMPLEX64 -> Singles.COMPLEX;
      case COMPLEX128 -> Doubles.COMPLEX;
      case INT32 -> Singles.WHOLE;
      case INT64 -> Doubles.WHOLE;
      default -> throw new IllegalArgumentException("no sums of " + dtype);
    };
  }

  private static StridedTerms<?> copy(Class<? extends StridedTerms<?>> template, boolean isDouble) {
    return Specialized.copy(MethodHandles.lookup(), template, StridedTerms.class, isDouble);
  }

  /** Of 32 bits, or pairs of these. */
  final class Singles {
    static final StridedTerms<?> REAL = copy(RealTermsTemplate.class, false);
    static final StridedTerms<?> COMPLEX = copy(ComplexTermsTemplate.class, false);
    static final StridedTerms<?> WHOLE = copy(WholeTermsTemplate.class, false);

    private Singles() {}
  }

  /** Of 64 bits, or pairs of these. */
  final class Doubles {
    static final StridedTerms<?> REAL = copy(RealTermsTemplate.class, true);
    static final StridedTerms<?> COMPLEX = copy(ComplexTermsTemplate.class, true);
    static final StridedTerms<?> WHOLE = copy(WholeTermsTemplate.class, true);

    private Doubles() {}
  }
}
