package dev.weir.ops.random;

/** Remainders by one divisor, as unsigned numbers, without a division each. */
final class UnsignedRemainder {
  private final long divisor;

  /** The largest whole number that times the divisor is below 2^64. */
  private final long reciprocal;

  UnsignedRemainder(long divisor) {
    this.divisor = divisor;
    this.reciprocal = Long.divideUnsigned(-1L, divisor);
  }

  /** {@code number % divisor}: the quotient that is tried is right or one too small. */
  long of(long number) {
    long rest = number - Math.unsignedMultiplyHigh(number, reciprocal) * divisor;
    return Long.compareUnsigned(rest, divisor) >= 0 ? rest - divisor : rest;
  }
}
