package dev.weir.graph.kernel;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * What an elementwise op computes of the elements at one place. Real and complex numbers are given
 * in double precision and the result is rounded once to the output's type; integers are given as
 * longs, unsigned ones below 64 bits by their value, and the result wraps.
 */
public sealed interface ElementFunction {
  /** A function of a real number. */
  record Real(DoubleUnaryOperator function) implements ElementFunction {}

  /** A function of two real numbers. */
  record RealPair(DoubleBinaryOperator function) implements ElementFunction {}

  /** A function of three real numbers. */
  record RealTriple(OfThree function) implements ElementFunction {}

  /** A function of an integer. */
  record Whole(LongUnaryOperator function) implements ElementFunction {}

  /** A function of two integers. */
  record WholePair(LongBinaryOperator function) implements ElementFunction {}

  /** A complex function of a complex number. */
  record Complex(OfComplex function) implements ElementFunction {}

  /** A complex function of two complex numbers. */
  record ComplexPair(OfComplexPair function) implements ElementFunction {}

  /** A real function of the real and the imaginary part of a complex number. */
  record ComplexPart(DoubleBinaryOperator function) implements ElementFunction {}

  /** Computes a number from three. */
  @FunctionalInterface
  interface OfThree {
    double apply(double x, double y, double z);
  }

  /** Computes a complex number from {@code a + bi}. */
  @FunctionalInterface
  interface OfComplex {
    void apply(double a, double b, ComplexTarget out);
  }

  /** Computes a complex number from {@code a + bi} and {@code c + di}. */
  @FunctionalInterface
  interface OfComplexPair {
    void apply(double a, double b, double c, double d, ComplexTarget out);
  }

  /** Where the parts of a complex result go. */
  @FunctionalInterface
  interface ComplexTarget {
    void set(double real, double imaginary);
  }
}
