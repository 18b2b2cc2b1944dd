package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.elementwise.BooleanKernels;
import dev.weir.kernels.vector.internal.elementwise.ElementTypes;
import dev.weir.kernels.vector.internal.elementwise.UnaryLoop;
import dev.weir.kernels.vector.internal.elementwise.UnaryVectorKernel;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code Cast} between all types of numbers: by vectors between those that models mix. Numbers
 * outside the range of an integer type have an unspecified result.
 */
final class CastKernels {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

  /** Bytes are widened by vectors of at least 64 bits. */
  private static final boolean WIDENS_BYTES = Lanes.INTS >= Long.BYTES;

  /** A conversion; its loop is made for the first node that needs it. */
  private record Conversion(DType from, DType to, Supplier<UnaryLoop> loop) {}

  private final Map<DType, Map<DType, Conversion>> conversions = new EnumMap<>(DType.class);

  /** Those that round toward 0. */
  private final Map<DType, Map<DType, Conversion>> truncations = new EnumMap<>(DType.class);

  private CastKernels() {
    DType f32 = DType.FLOAT32;
    DType f64 = DType.FLOAT64;
    DType i32 = DType.INT32;
    DType i64 = DType.INT64;
    add(f32, f64, (i, o) -> ALL.set(DOUBLE, o, ALL.get(FLOAT, i)), VectorCasts::floatsToDoubles);
    add(
        f64,
        f32,
        (i, o) -> ALL.set(FLOAT, o, (float) ALL.get(DOUBLE, i)),
        VectorCasts::doublesToFloats);
    add(f32, i32, (i, o) -> ALL.set(INT, o, (int) ALL.get(FLOAT, i)), VectorCasts::floatsToInts);
    add(i32, f32, (i, o) -> ALL.set(FLOAT, o, ALL.get(INT, i)), VectorCasts::intsToFloats);
    add(
        DType.BFLOAT16,
        f32,
        (i, o) -> ALL.set(INT, o, ALL.get(SHORT, i) << 16),
        VectorCasts::bfloat16sToFloats);
    add(
        f32,
        DType.BFLOAT16,
        (i, o) -> ALL.set(SHORT, o, Bfloat16.fromFloat(ALL.get(FLOAT, i))),
        VectorCasts::floatsToBfloat16s);
    put(DType.FLOAT16, f32, () -> HalfCasts::toFloats);
    put(f32, DType.FLOAT16, () -> HalfCasts::toHalves);
    add(f32, i64, (i, o) -> ALL.set(LONG, o, (long) ALL.get(FLOAT, i)));
    add(f64, i32, (i, o) -> ALL.set(INT, o, (int) ALL.get(DOUBLE, i)));
    add(f64, i64, (i, o) -> ALL.set(LONG, o, (long) ALL.get(DOUBLE, i)));
    add(i32, f64, (i, o) -> ALL.set(DOUBLE, o, ALL.get(INT, i)), VectorCasts::intsToDoubles);
    add(i32, i64, (i, o) -> ALL.set(LONG, o, ALL.get(INT, i)), VectorCasts::intsToLongs);
    add(i64, i32, (i, o) -> ALL.set(INT, o, (int) ALL.get(LONG, i)), VectorCasts::longsToInts);
    add(i64, f32, (i, o) -> ALL.set(FLOAT, o, ALL.get(LONG, i)));
    add(i64, f64, (i, o) -> ALL.set(DOUBLE, o, ALL.get(LONG, i)));
    ElementTypes.forEachPlain(
        (dtype, element) -> put(dtype, DType.BOOL, () -> BooleanKernels.isNotZero(element)));
    CastLoop.Function byteToFloat = (i, o) -> ALL.set(FLOAT, o, ALL.get(BYTE, i) & 0xFF);
    CastLoop.Function byteToInt = (i, o) -> ALL.set(INT, o, ALL.get(BYTE, i) & 0xFF);
    for (DType bytes : List.of(DType.BOOL, DType.UINT8)) {
      if (WIDENS_BYTES) {
        add(bytes, f32, byteToFloat, VectorCasts::bytesToFloats);
        add(bytes, i32, byteToInt, VectorCasts::bytesToInts);
      } else {
        add(bytes, f32, byteToFloat);
        add(bytes, i32, byteToInt);
      }
    }
    add(DType.BOOL, f64, (i, o) -> ALL.set(DOUBLE, o, ALL.get(BYTE, i)));
    add(DType.BOOL, i64, (i, o) -> ALL.set(LONG, o, ALL.get(BYTE, i)));
    addOthers();
  }

  /** What has no loop of its own is converted one by one. */
  private void addOthers() {
    for (DType from : DType.values()) {
      for (DType to : DType.values()) {
        if (from == to || from.isObject() || to.isObject()) {
          continue;
        }
        if (!conversions
            .computeIfAbsent(from, none -> new EnumMap<>(DType.class))
            .containsKey(to)) {
          put(from, to, () -> converting(from, to, -1));
        }
        // TensorFlow rounds a double that becomes a bfloat16 to the nearest all the same
        int cut = precision(from) - precision(to);
        if (isReal(from)
            && isReal(to)
            && cut > 0
            && !(from == DType.FLOAT64 && to == DType.BFLOAT16)) {
          truncations
              .computeIfAbsent(from, none -> new EnumMap<>(DType.class))
              .put(to, new Conversion(from, to, () -> converting(from, to, -1L << cut)));
        }
      }
    }
  }

  private static boolean isReal(DType dtype) {
    return dtype.isFloating() || dtype.isComplex();
  }

  /** Bits after the point. */
  private static int precision(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> 10;
      case BFLOAT16 -> 7;
      case FLOAT32, COMPLEX64 -> 23;
      default -> 52;
    };
  }

  private static UnaryLoop converting(DType from, DType to, long mask) {
    return Specialized.copy(
        MethodHandles.lookup(),
        ConvertLoopTemplate.class,
        UnaryLoop.class,
        new ConvertLoopTemplate.Operation(from, to, mask));
  }

  private void add(DType from, DType to, CastLoop.Function scalars) {
    add(from, to, scalars, 0, scalars);
  }

  /** With a twin for vectors, as many lanes as the wider type has. */
  private void add(DType from, DType to, CastLoop.Function scalars, CastLoop.Function vectors) {
    add(from, to, scalars, Lanes.BYTES / Math.max(from.byteSize(), to.byteSize()), vectors);
  }

  private void add(
      DType from, DType to, CastLoop.Function scalars, int lanes, CastLoop.Function vectors) {
    CastLoop.Operation operation =
        new CastLoop.Operation(from.byteSize(), to.byteSize(), scalars, lanes, vectors);
    put(
        from,
        to,
        () -> Specialized.copy(MethodHandles.lookup(), CastLoop.class, UnaryLoop.class, operation));
  }

  private void put(DType from, DType to, Supplier<UnaryLoop> loop) {
    conversions
        .computeIfAbsent(from, absent -> new EnumMap<>(DType.class))
        .put(to, new Conversion(from, to, loop));
  }

  static void addTo(KernelTable table) {
    CastKernels casts = new CastKernels();
    for (DType from : casts.conversions.keySet()) {
      table.addCached("Cast", from, spec -> casts.find(from, spec), CastKernels::kernel);
    }
  }

  private @Nullable Conversion find(DType from, KernelSpec spec) {
    DType to = spec.outputDtype(0);
    Map<DType, Conversion> truncating = truncations.getOrDefault(from, Map.of());
    return spec.attrs().bool("Truncate") && truncating.containsKey(to)
        ? truncating.get(to)
        : conversions.getOrDefault(from, Map.of()).get(to);
  }

  private static Kernel kernel(Conversion conversion) {
    return UnaryVectorKernel.converting(
        conversion.loop().get(),
        Integer.numberOfTrailingZeros(conversion.from().byteSize()),
        Integer.numberOfTrailingZeros(conversion.to().byteSize()));
  }
}
