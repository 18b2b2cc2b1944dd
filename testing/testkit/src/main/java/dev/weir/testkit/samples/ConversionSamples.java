package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.bools;
import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.of;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.strings;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.MathValues.COMPLEX;
import static dev.weir.testkit.samples.MathValues.INF;
import static dev.weir.testkit.samples.MathValues.NAN;
import static dev.weir.testkit.samples.MathValues.REAL;
import static dev.weir.testkit.samples.MathValues.complexNumbers;
import static dev.weir.testkit.samples.MathValues.real;

import dev.weir.graph.AttrValue;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of conversions, selections and sums of many. */
final class ConversionSamples {
  private ConversionSamples() {}

  static List<OpSample> samples() {
    List<OpSample> samples = new ArrayList<>();
    samples.addAll(casts());
    samples.addAll(bitcasts());
    samples.addAll(complexParts());
    samples.addAll(selections());
    samples.addAll(rowSelections());
    samples.addAll(clips());
    samples.addAll(sums());
    return samples;
  }

  /** Numbers outside the range of the result are left out: what becomes of them is unspecified. */
  private static List<OpSample> casts() {
    List<OpSample> samples = new ArrayList<>();
    for (DType from : DType.values()) {
      if (from == DType.RESOURCE || from == DType.VARIANT) {
        continue;
      }
      Values numbers = from == DType.STRING ? strings(Shape.of(1), "a") : vector(0, 1, 2, 100);
      samples.add(
          OpSample.of("Cast")
              .named("from " + from)
              .attr("SrcT", from)
              .notTypes("DstT", from == DType.STRING ? notString() : new DType[] {DType.STRING})
              .input(numbers)
              .exact());
    }
    samples.add(
        OpSample.of("Cast")
            .named("fractions to integers")
            .types("SrcT", REAL)
            .types("DstT", DType.INT8, DType.INT32, DType.INT64)
            .input(vector(-2.75, -1.5, -0.5, -0.0, 0.5, 1.5, 2.75)));
    samples.add(
        OpSample.of("Cast")
            .named("between real types")
            .types("SrcT", REAL)
            .types("DstT", REAL)
            .input(vector(-INF, -1.0001, 1 / 3.0, 1e-6, 65503, 1.00390625, 1.01171875, INF, NAN))
            .exact());
    for (DType to : REAL) {
      samples.add(
          OpSample.of("Cast")
              .named("truncating to " + to)
              .attr("DstT", to)
              .attr("Truncate", true)
              .types("SrcT", REAL)
              .input(vector(-1.9999999, 1 / 3.0, 1.00390625, 1.01171875, 1.9999, 100.77))
              .exact());
    }
    for (DType from : List.of(DType.INT64, DType.UINT64, DType.UINT32, DType.INT32)) {
      samples.add(
          OpSample.of("Cast")
              .named("large numbers from " + from)
              .attr("SrcT", from)
              .notTypes("DstT", DType.STRING, DType.FLOAT16)
              .input(MathValues.extremes())
              .exact());
    }
    samples.add(
        OpSample.of("Cast")
            .named("negative numbers")
            .attr("SrcT", DType.INT16)
            .notTypes("DstT", DType.STRING)
            .input(vector(-1, -128, -129, 300))
            .exact());
    samples.add(
        OpSample.of("Cast")
            .named("to bool")
            .types("SrcT", REAL)
            .attr("DstT", DType.BOOL)
            .input(vector(-1, -0.0, 0, 1e-3, 0.5, NAN, INF)));
    samples.add(
        OpSample.of("Cast")
            .named("complex to bool")
            .types("SrcT", COMPLEX)
            .attr("DstT", DType.BOOL)
            .input(complexNumbers()));
    samples.add(OpSample.of("Cast").named("empty").attr("DstT", DType.INT32).input(empty(0, 2)));
    return samples;
  }

  private static DType[] notString() {
    return java.util.Arrays.stream(DType.values())
        .filter(dtype -> dtype != DType.STRING)
        .toArray(DType[]::new);
  }

  private static List<OpSample> bitcasts() {
    List<OpSample> samples = new ArrayList<>();
    for (DType from : List.of(DType.UINT8, DType.INT16, DType.FLOAT32, DType.FLOAT64)) {
      samples.add(
          OpSample.of("Bitcast")
              .named("from " + from)
              .attr("T", from)
              .input(of(Shape.of(2, 16 / from.byteSize()), 1, -2, 3, 4))
              .types("type", sizes(from, 16))
              .exact());
    }
    samples.add(
        OpSample.of("Bitcast")
            .named("to complex")
            .attr("T", DType.FLOAT32)
            .attr("type", DType.COMPLEX64)
            .input(matrix(3, 2, 1, 2, 3, 4, 5, 6))
            .exact());
    samples.add(OpSample.of("Bitcast").attr("type", DType.UINT8).input(empty(0, 3)).named("empty"));
    samples.add(
        OpSample.of("Bitcast")
            .named("last dimension too small")
            .attr("T", DType.UINT8)
            .attr("type", DType.INT32)
            .input(range(2, 3))
            .refused("last dimension must have 4 elements"));
    samples.add(
        OpSample.of("Bitcast")
            .named("scalar too small")
            .attr("T", DType.UINT8)
            .attr("type", DType.INT32)
            .input(scalar(1))
            .refused("last dimension must have 4 elements"));
    return samples;
  }

  /** Types not larger than one, or of exactly this many bytes. */
  private static DType[] sizes(DType from, int bytes) {
    return java.util.Arrays.stream(DType.values())
        .filter(dtype -> dtype.byteSize() > 0 && dtype != DType.BOOL)
        .filter(dtype -> dtype.byteSize() <= from.byteSize() || dtype.byteSize() == bytes)
        .toArray(DType[]::new);
  }

  private static List<OpSample> complexParts() {
    List<OpSample> samples = new ArrayList<>();
    for (DType dtype : COMPLEX) {
      DType part = dtype.realPart();
      for (String op : List.of("ComplexAbs", "Real", "Imag", "Angle")) {
        samples.add(
            OpSample.of(op)
                .named("" + dtype)
                .attr("T", dtype)
                .attr("Tout", part)
                .input(complexNumbers()));
        samples.add(
            OpSample.of(op)
                .named("empty " + dtype)
                .attr("T", dtype)
                .attr("Tout", part)
                .input(empty(0)));
      }
      samples.add(
          OpSample.of("Complex")
              .named("" + dtype)
              .attr("T", part)
              .attr("Tout", dtype)
              .input(of(Shape.of(2, 1), 1, -0.5))
              .input(vector(0, 2, NAN))
              .exact());
      samples.add(
          OpSample.of("Complex")
              .named("sizes that do not fit " + dtype)
              .attr("T", part)
              .attr("Tout", dtype)
              .input(vector(1, 2))
              .input(vector(1, 2, 3))
              .refused("Incompatible shapes"));
    }
    samples.add(OpSample.of("Conj").input(complexNumbers()).exact());
    return samples;
  }

  private static List<OpSample> selections() {
    return List.of(
        OpSample.of("SelectV2")
            .input(bools(Shape.of(3), true, false, true))
            .input(vector(1, 2, 3))
            .input(vector(4, 5, 6))
            .exact(),
        OpSample.of("SelectV2")
            .named("all three stretch")
            .input(bools(Shape.of(2, 1, 1), true, false))
            .input(range(3, 1))
            .input(vector(10, 20))
            .exact(),
        OpSample.of("SelectV2")
            .named("scalars")
            .input(bools(Shape.scalar(), false))
            .input(scalar(1))
            .input(scalar(2)),
        OpSample.of("SelectV2")
            .named("empty")
            .input(bools(Shape.of(2), true, false))
            .input(empty(0, 1))
            .input(scalar(2)),
        OpSample.of("SelectV2")
            .named("sizes that do not fit")
            .input(bools(Shape.of(2), true, false))
            .input(vector(1, 2, 3))
            .input(scalar(1))
            .refused("Incompatible shapes"));
  }

  private static List<OpSample> rowSelections() {
    return List.of(
        OpSample.of("Select")
            .input(bools(Shape.of(2, 2), true, false, false, true))
            .input(matrix(2, 2, 1, 2, 3, 4))
            .input(matrix(2, 2, 5, 6, 7, 8))
            .exact(),
        OpSample.of("Select")
            .named("scalar condition")
            .input(bools(Shape.scalar(), true))
            .input(range(2, 3))
            .input(range(2, 3)),
        OpSample.of("Select")
            .named("row by row")
            .input(bools(Shape.of(3), true, false, false))
            .input(range(3, 2, 2))
            .input(of(Shape.of(3, 2, 2), 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2)),
        OpSample.of("Select")
            .named("empty")
            .input(bools(Shape.of(0)))
            .input(empty(0, 2))
            .input(empty(0, 2)),
        OpSample.of("Select")
            .named("t and e differ")
            .input(bools(Shape.of(2), true, false))
            .input(vector(1, 2))
            .input(vector(1, 2, 3))
            .refused("t and e must have the same shape"),
        OpSample.of("Select")
            .named("condition does not fit")
            .input(bools(Shape.of(3), true, false, true))
            .input(range(2, 3))
            .input(range(2, 3))
            .refused("condition must be"),
        OpSample.of("Select")
            .named("condition has another shape")
            .input(bools(Shape.of(1, 2), true, false))
            .input(range(2, 2))
            .input(range(2, 2))
            .refused("condition must be"));
  }

  private static List<OpSample> clips() {
    return List.of(
        OpSample.of("ClipByValue").input(range(2, 4)).input(scalar(2)).input(scalar(5)).exact(),
        OpSample.of("ClipByValue")
            .named("parts of complex numbers")
            .types("T", COMPLEX)
            .input(Values.complex(Shape.of(5), 0, 9, 6, 1, 3, 4, NAN, 1, -0.0, NAN))
            .input(Values.complex(Shape.scalar(), 2, 3))
            .input(Values.complex(Shape.scalar(), 5, 4))
            .exact(),
        OpSample.of("ClipByValue")
            .named("complex limits for each")
            .types("T", COMPLEX)
            .input(Values.complex(Shape.of(3), 1, 9, 6, 1, 3, 1))
            .input(Values.complex(Shape.of(3), 2, 3, NAN, 0, 3, -1))
            .input(Values.complex(Shape.of(3), 5, 4, 6, NAN, 2, 2))
            .exact(),
        real("ClipByValue")
            .input(vector(-INF, -2, -0.0, 0.5, 3, INF, NAN))
            .input(scalar(-1))
            .input(scalar(1))
            .exact(),
        real("ClipByValue")
            .named("limits for each")
            .input(vector(1, 2, 3))
            .input(vector(2, 0, 0))
            .input(vector(5, 1, 4))
            .exact(),
        real("ClipByValue")
            .named("a limit for each and one for all")
            .input(vector(1, 2, 3))
            .input(vector(2, 0, 0))
            .input(scalar(2))
            .exact(),
        real("ClipByValue")
            .named("limits the wrong way round")
            .input(vector(1, 2, 3))
            .input(scalar(2.5))
            .input(scalar(1.5))
            .exact(),
        real("ClipByValue").named("empty").input(empty(0)).input(scalar(1)).input(scalar(2)),
        real("ClipByValue")
            .named("limits that do not fit")
            .input(vector(1, 2, 3))
            .input(vector(1, 2))
            .input(scalar(2))
            .refused("a limit must be a scalar"));
  }

  private static List<OpSample> sums() {
    Values[] nine = new Values[9];
    for (int i = 0; i < nine.length; i++) {
      nine[i] = vector(i, 10 + i, 0.25 * i);
    }
    return List.of(
        OpSample.of("AddN").named("one").list(vector(1, 2)),
        OpSample.of("AddN").named("nine").list(nine),
        OpSample.of("AddN").named("empty").list(empty(0, 2), empty(0, 2)),
        MathValues.integer("AddN").list(MathValues.extremes(), MathValues.extremes()),
        OpSample.of("AddN")
            .named("different shapes")
            .list(vector(1, 2), vector(1))
            .refused("same shape"),
        OpSample.of("AccumulateNV2").attr("shape", AttrValue.of(Shape.of(3))).list(nine),
        // a shape attribute that contradicts the inputs is left out: TensorFlow does not look at it
        OpSample.of("AccumulateNV2")
            .named("different shapes")
            .attr("shape", AttrValue.of(Shape.of(2)))
            .list(vector(1, 2), vector(1, 2, 3))
            .refused("same shape"));
  }
}
