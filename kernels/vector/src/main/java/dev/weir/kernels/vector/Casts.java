package dev.weir.kernels.vector;

import dev.weir.graph.kernel.Kernel;
import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * {@code Cast} between the types that models mix. Numbers outside the range of an integer type
 * become something unspecified.
 */
final class Casts {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

  private final Map<DType, Map<DType, CastLoop.Function>> conversions = new EnumMap<>(DType.class);

  private Casts() {
    add(DType.FLOAT32, DType.FLOAT64, (i, o) -> ALL.set(DOUBLE, o, ALL.get(FLOAT, i)));
    add(DType.FLOAT64, DType.FLOAT32, (i, o) -> ALL.set(FLOAT, o, (float) ALL.get(DOUBLE, i)));
    add(DType.FLOAT32, DType.INT32, (i, o) -> ALL.set(INT, o, (int) ALL.get(FLOAT, i)));
    add(DType.FLOAT32, DType.INT64, (i, o) -> ALL.set(LONG, o, (long) ALL.get(FLOAT, i)));
    add(DType.FLOAT64, DType.INT32, (i, o) -> ALL.set(INT, o, (int) ALL.get(DOUBLE, i)));
    add(DType.FLOAT64, DType.INT64, (i, o) -> ALL.set(LONG, o, (long) ALL.get(DOUBLE, i)));
    add(DType.INT32, DType.FLOAT32, (i, o) -> ALL.set(FLOAT, o, ALL.get(INT, i)));
    add(DType.INT32, DType.FLOAT64, (i, o) -> ALL.set(DOUBLE, o, ALL.get(INT, i)));
    add(DType.INT32, DType.INT64, (i, o) -> ALL.set(LONG, o, ALL.get(INT, i)));
    add(DType.INT64, DType.INT32, (i, o) -> ALL.set(INT, o, (int) ALL.get(LONG, i)));
    add(DType.INT64, DType.FLOAT32, (i, o) -> ALL.set(FLOAT, o, ALL.get(LONG, i)));
    add(DType.INT64, DType.FLOAT64, (i, o) -> ALL.set(DOUBLE, o, ALL.get(LONG, i)));
    add(DType.BOOL, DType.FLOAT32, (i, o) -> ALL.set(FLOAT, o, ALL.get(BYTE, i)));
    add(DType.BOOL, DType.FLOAT64, (i, o) -> ALL.set(DOUBLE, o, ALL.get(BYTE, i)));
    add(DType.BOOL, DType.INT32, (i, o) -> ALL.set(INT, o, ALL.get(BYTE, i)));
    add(DType.BOOL, DType.INT64, (i, o) -> ALL.set(LONG, o, ALL.get(BYTE, i)));
    add(DType.UINT8, DType.FLOAT32, (i, o) -> ALL.set(FLOAT, o, ALL.get(BYTE, i) & 0xFF));
    add(DType.FLOAT16, DType.FLOAT32, (i, o) -> ALL.set(FLOAT, o, half(i)));
    add(DType.FLOAT32, DType.FLOAT16, (i, o) -> ALL.set(SHORT, o, toHalf(ALL.get(FLOAT, i))));
    add(DType.BFLOAT16, DType.FLOAT32, (i, o) -> ALL.set(INT, o, ALL.get(SHORT, i) << 16));
    add(
        DType.FLOAT32,
        DType.BFLOAT16,
        (i, o) -> ALL.set(SHORT, o, Bfloat16.fromFloat(ALL.get(FLOAT, i))));
  }

  private static float half(long at) {
    return Float.float16ToFloat(ALL.get(SHORT, at));
  }

  private static short toHalf(float number) {
    return Float.floatToFloat16(number);
  }

  private void add(DType from, DType to, CastLoop.Function function) {
    conversions.computeIfAbsent(from, absent -> new EnumMap<>(DType.class)).put(to, function);
  }

  static void addTo(KernelTable table) {
    new Casts()
        .conversions.forEach(
            (from, functions) ->
                table.addCached(
                    "Cast",
                    from,
                    spec -> {
                      DType to = spec.outputDtype(0);
                      boolean isThere = functions.containsKey(to) && !spec.attrs().bool("Truncate");
                      return isThere ? to : null;
                    },
                    to -> kernel(from, to, Objects.requireNonNull(functions.get(to)))));
  }

  private static Kernel kernel(DType from, DType to, CastLoop.Function function) {
    int in = from.byteSize();
    int out = to.byteSize();
    UnaryLoop loop =
        Specialized.copy(
            CastLoop.class, UnaryLoop.class, new CastLoop.Operation(in, out, function));
    return UnaryVectorKernel.converting(
        loop, Integer.numberOfTrailingZeros(in), Integer.numberOfTrailingZeros(out));
  }
}
