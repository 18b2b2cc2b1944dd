package dev.weir.testkit;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** An input of a sample: numbers that are given whatever element type the op is tried with. */
@FunctionalInterface
public interface Values {
  /** The input in an element type. */
  Tensor as(DType dtype);

  /**
   * Numbers, row by row. Integers truncate and wrap; strings show them; complex ones get a part.
   */
  static Values of(Shape shape, double... numbers) {
    return dtype -> {
      Tensor tensor = Tensor.allocate(dtype, shape);
      for (int i = 0; i < numbers.length; i++) {
        set(tensor, i, numbers[i]);
      }
      return tensor.freeze();
    };
  }

  private static void set(Tensor tensor, int i, double number) {
    DType dtype = tensor.dtype();
    if (dtype == DType.STRING) {
      tensor.setBytes(i, Double.toString(number).getBytes(StandardCharsets.UTF_8));
    } else if (dtype.isComplex()) {
      tensor.setComplex(i, number, number / 2 - 0.25);
    } else if (dtype.isFloating()) {
      tensor.setDouble(i, number);
    } else {
      tensor.setLong(i, (long) number);
    }
  }

  /** A single number without dimensions. */
  static Values scalar(double number) {
    return of(Shape.scalar(), number);
  }

  /** A row of numbers. */
  static Values vector(double... numbers) {
    return of(Shape.of(numbers.length), numbers);
  }

  /** A matrix, row by row. */
  static Values matrix(int rows, int columns, double... numbers) {
    return of(Shape.of(rows, columns), numbers);
  }

  /** 0, 1, 2, … in this shape. */
  static Values range(long... sizes) {
    Shape shape = Shape.of(sizes);
    double[] numbers = new double[(int) shape.elements()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
    return of(shape, numbers);
  }

  /** Numbers between {@code low} and {@code high}, always the same for the same seed. */
  static Values random(long seed, double low, double high, long... sizes) {
    Shape shape = Shape.of(sizes);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    double[] numbers = random.doubles(shape.elements(), low, high).toArray();
    return of(shape, numbers);
  }

  /** Complex numbers as pairs of real and imaginary part; other types take the real parts. */
  static Values complex(Shape shape, double... parts) {
    return dtype -> {
      Tensor tensor = Tensor.allocate(dtype, shape);
      for (int i = 0; i < parts.length / 2; i++) {
        if (dtype.isComplex()) {
          tensor.setComplex(i, parts[2 * i], parts[2 * i + 1]);
        } else {
          set(tensor, i, parts[2 * i]);
        }
      }
      return tensor.freeze();
    };
  }

  /** Strings, whatever the type. */
  static Values strings(Shape shape, String... strings) {
    return tensor(Tensors.of(shape, strings));
  }

  /** Truth values, whatever the type. */
  static Values bools(Shape shape, boolean... bools) {
    return tensor(Tensors.of(shape, bools));
  }

  /** No elements. */
  static Values empty(long... sizes) {
    return of(Shape.of(sizes));
  }

  /** This very tensor, whatever the type: for arguments of a fixed type and lists of types. */
  static Values tensor(Tensor tensor) {
    return dtype -> tensor;
  }

  /** Fixes the type of some numbers, for an attribute that is not tried in all types. */
  static Values in(DType fixed, Values values) {
    return tensor(values.as(fixed));
  }
}
