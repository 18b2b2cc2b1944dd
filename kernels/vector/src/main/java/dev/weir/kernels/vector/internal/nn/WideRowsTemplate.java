package dev.weir.kernels.vector.internal.nn;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/** The template behind {@link WideRows}. */
final class WideRowsTemplate implements WideRows {
  private static final ScalarType ELEMENT =
      Specialized.operation(MethodHandles.lookup(), ScalarType.class);

  private static final int SHIFT = ELEMENT.shift();

  @Override
  public void load(long from, double[] row) {
    for (int i = 0; i < row.length; i++) {
      row[i] = ELEMENT.real(from + ((long) i << SHIFT));
    }
  }

  @Override
  public void store(double[] row, long to) {
    for (int i = 0; i < row.length; i++) {
      ELEMENT.setBits(to + ((long) i << SHIFT), Double.doubleToRawLongBits(row[i]));
    }
  }

  @Override
  public void store(double number, long to) {
    ELEMENT.setBits(to, Double.doubleToRawLongBits(number));
  }
}
