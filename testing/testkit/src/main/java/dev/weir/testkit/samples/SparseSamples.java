package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.SampleParts.sample;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Samples of sparse tensors given as indices, values and shape. */
final class SparseSamples {
  private SparseSamples() {}

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    toDense(all);
    products(all);
    reorders(all);
    reshapes(all);
    sums(all);
    return all;
  }

  private static void toDense(List<OpSample> all) {
    String op = "SparseToDense";
    Values indices = matrix(3, 2, 0, 1, 1, 0, 1, 2);
    all.add(sample(op, "matrix", indices, vector(2, 3), vector(5, 6, 7), scalar(-1)));
    all.add(sample(op, "one value", indices, vector(2, 3), scalar(5), scalar(0)));
    all.add(sample(op, "vector", vector(1, 3), vector(5), vector(6, 7), scalar(0)));
    all.add(sample(op, "one index", scalar(1), vector(3), scalar(6), scalar(0)));
    all.add(sample(op, "one index, one value", scalar(1), vector(3), vector(6), scalar(0)));
    all.add(sample(op, "no index", empty(0, 2), vector(2, 2), empty(0), scalar(3)));
    all.add(
        sample(
                op,
                "repeated, not validated",
                vector(1, 1, 0),
                vector(3),
                vector(5, 6, 7),
                scalar(0))
            .attr("validate_indices", false));
    all.add(
        sample(op, "repeated", vector(1, 1), vector(3), vector(5, 6), scalar(0))
            .refused("must ascend"));
    all.add(
        sample(op, "descending", vector(2, 1), vector(3), vector(5, 6), scalar(0))
            .refused("must ascend"));
    all.add(
        sample(op, "index too large", vector(1, 3), vector(3), vector(5, 6), scalar(0))
            .refused("within the shape"));
    all.add(
        sample(op, "negative index", vector(-1, 1), vector(3), vector(5, 6), scalar(0))
            .attr("validate_indices", false)
            .refused("within the shape"));
    all.add(
        sample(op, "too few coordinates", vector(1, 2), vector(3, 3), vector(5, 6), scalar(0))
            .refused("for every dimension"));
    all.add(
        sample(op, "too few values", vector(0, 1, 2), vector(3), vector(5, 6), scalar(0))
            .refused("one for every index"));
    all.add(
        sample(op, "default in a vector", vector(1), vector(3), vector(5), vector(0))
            .refused("rank 0"));
    all.add(
        sample(op, "rank 3", range(1, 1, 1), vector(3), vector(5), scalar(0))
            .refused("a scalar, a vector or a matrix"));
  }

  private static void products(List<OpSample> all) {
    String op = "SparseTensorDenseMatMul";
    Values indices = matrix(4, 2, 0, 2, 1, 0, 0, 0, 0, 2);
    Values values = vector(2, 3, -1, 4);
    Values shape = vector(2, 3);
    all.add(sample(op, "repeated and unordered", indices, values, shape, range(3, 4)));
    all.add(
        sample(op, "adjoint of a", indices, values, shape, range(2, 4)).attr("adjoint_a", true));
    all.add(
        sample(op, "adjoint of b", indices, values, shape, range(4, 3)).attr("adjoint_b", true));
    all.add(
        sample(op, "adjoints", indices, values, shape, range(4, 2))
            .attr("adjoint_a", true)
            .attr("adjoint_b", true));
    all.add(sample(op, "nothing", empty(0, 2), empty(0), shape, range(3, 2)));
    all.add(sample(op, "no columns", indices, values, shape, empty(3, 0)));
    all.add(
        sample(op, "inner sizes differ", indices, values, shape, range(2, 2))
            .refused("inner dimensions"));
    all.add(
        sample(op, "row too large", matrix(1, 2, 2, 0), vector(1), shape, range(3, 2))
            .refused("within the shape"));
    all.add(
        sample(op, "column too large", matrix(1, 2, 0, 3), vector(1), shape, range(3, 2))
            .refused("within the shape"));
    all.add(
        sample(op, "too few values", indices, vector(1), shape, range(3, 2))
            .refused("lengths must be equal"));
    all.add(
        sample(op, "three sizes", range(1, 3), vector(1), vector(1, 2, 3), range(3, 2))
            .refused("two sizes"));
    all.add(sample(op, "vector", indices, values, shape, range(3)).refused("rank 2"));
  }

  private static void reorders(List<OpSample> all) {
    String op = "SparseReorder";
    all.add(
        sample(op, "rows", matrix(4, 2, 1, 1, 0, 2, 1, 0, 0, 0), vector(1, 2, 3, 4), vector(2, 3)));
    all.add(sample(op, "equal positions", matrix(3, 1, 1, 0, 1), vector(1, 2, 3), vector(2)));
    all.add(sample(op, "nothing", empty(0, 2), empty(0), vector(2, 3)));
    all.add(
        sample(op, "too few values", matrix(2, 1, 0, 1), vector(1), vector(2))
            .refused("lengths must be equal"));
    all.add(
        sample(op, "too few sizes", matrix(1, 2, 0, 1), vector(1), vector(2))
            .refused("for every dimension"));
  }

  private static void reshapes(List<OpSample> all) {
    String op = "SparseReshape";
    Values indices = matrix(3, 2, 0, 1, 1, 0, 1, 2);
    all.add(sample(op, "another shape", indices, vector(2, 3), vector(3, 2)));
    all.add(sample(op, "a size that follows", indices, vector(2, 3), vector(1, -1, 2)));
    all.add(sample(op, "flat", indices, vector(2, 3), vector(-1)));
    all.add(sample(op, "nothing", empty(0, 2), vector(2, 3), vector(6)));
    all.add(
        sample(op, "another size", indices, vector(2, 3), vector(5)).refused("as many elements"));
    all.add(
        sample(op, "a size that cannot follow", indices, vector(2, 3), vector(4, -1))
            .refused("as many elements"));
    all.add(
        sample(op, "two open sizes", indices, vector(2, 3), vector(-1, -1))
            .refused("only one size"));
    all.add(
        sample(op, "negative size", indices, vector(2, 3), vector(-2, -3))
            .refused("must not be negative"));
  }

  private static final Set<DType> SUMMED =
      EnumSet.complementOf(
          EnumSet.of(DType.FLOAT32, DType.STRING, DType.BOOL, DType.RESOURCE, DType.VARIANT));

  private static void sums(List<OpSample> all) {
    String op = "SparseAdd";
    Values a = matrix(3, 2, 0, 1, 1, 0, 1, 2);
    Values b = matrix(2, 2, 0, 0, 1, 0);
    Values size = vector(2, 3);
    all.add(
        sample(op, "overlapping", a, vector(5, 6, 7), size, b, vector(1, 2), size, scalar(0))
            .types("Treal", DType.FLOAT32)
            .types("T", DType.FLOAT32));
    all.add(
        typed(
            op,
            "threshold",
            DType.FLOAT32,
            a,
            vector(5, -6, 0.5),
            size,
            b,
            vector(-2, 2),
            size,
            scalar(3)));
    for (DType dtype : SUMMED) {
      boolean isSigned = dtype.isFloating() || dtype.name().startsWith("INT");
      Values other = isSigned ? vector(1, -6) : vector(1, 6);
      OpSample sum =
          typed(op, "other types", dtype, a, vector(5, 6, 7), size, b, other, size, scalar(1));
      boolean isDifferentiated =
          dtype == DType.FLOAT64 || !(dtype.isFloating() || dtype.isComplex());
      all.add(isDifferentiated ? sum : sum.withoutGradient());
    }
    all.add(
        typed(
            op,
            "nothing",
            DType.FLOAT32,
            empty(0, 2),
            empty(0),
            size,
            empty(0, 2),
            empty(0),
            size,
            scalar(0)));
    all.add(
        typed(
                op,
                "other shape",
                DType.FLOAT32,
                a,
                vector(5, 6, 7),
                size,
                b,
                vector(1, 2),
                vector(2, 4),
                scalar(0))
            .refused("shapes must be equal"));
    all.add(
        typed(
                op,
                "threshold in a vector",
                DType.FLOAT32,
                a,
                vector(5, 6, 7),
                size,
                b,
                vector(1, 2),
                size,
                vector(0))
            .refused("rank 0"));
    all.add(
        typed(
                op,
                "too few values",
                DType.FLOAT32,
                a,
                vector(5, 6),
                size,
                b,
                vector(1, 2),
                size,
                scalar(0))
            .refused("lengths must be equal"));
  }

  /** Values and threshold in the same type. */
  private static OpSample typed(String op, String title, DType dtype, Values... inputs) {
    DType real =
        switch (dtype) {
          case COMPLEX64 -> DType.FLOAT32;
          case COMPLEX128 -> DType.FLOAT64;
          case QINT8 -> DType.INT8;
          case QUINT8, QUINT16, QINT32 -> DType.INT32; // TensorFlow reads thresh in T
          case QINT16 -> DType.INT16;
          default -> dtype;
        };
    return sample(op, title, inputs).attr("T", dtype).attr("Treal", real);
  }
}
