package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.in;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples of the products in {@code dev.weir.ops.linalg}. */
final class LinalgSamples {
  private LinalgSamples() {}

  static List<OpSample> samples() {
    return Stream.of(
            products(),
            batchProducts(),
            mixedProducts(),
            sums(),
            refusedSums(),
            tridiagonalProducts(),
            FusedSamples.products(),
            SolverSamples.samples(),
            FactorSamples.samples())
        .flatMap(List::stream)
        .toList();
  }

  private static List<OpSample> products() {
    return List.of(
        OpSample.of("MatMul").input(range(2, 3)).input(range(3, 4)),
        OpSample.of("MatMul")
            .named("both transposed")
            .input(range(3, 2))
            .input(range(4, 3))
            .attr("transpose_a", true)
            .attr("transpose_b", true),
        OpSample.of("MatMul")
            .named("first transposed")
            .input(range(3, 2))
            .input(range(3, 4))
            .attr("transpose_a", true),
        OpSample.of("MatMul")
            .named("second transposed")
            .input(range(2, 3))
            .input(range(4, 3))
            .attr("transpose_b", true),
        OpSample.of("MatMul").named("nothing to sum").input(empty(2, 0)).input(empty(0, 3)),
        OpSample.of("MatMul").named("no rows").input(empty(0, 2)).input(range(2, 3)),
        // types that have infinities; for complex numbers libraries differ in what they give
        OpSample.of("MatMul")
            .named("infinity and NaN")
            .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64)
            .input(matrix(2, 2, Double.POSITIVE_INFINITY, 1, Double.NaN, 0))
            .input(matrix(2, 2, 1, 2, 3, 4)),
        OpSample.of("MatMul")
            .named("inner sizes differ")
            .input(range(2, 3))
            .input(range(4, 4))
            .refused("inner dimensions must agree"),
        OpSample.of("MatMul")
            .named("a vector")
            .input(range(3))
            .input(range(3, 4))
            .refused("rank 2"));
  }

  private static List<OpSample> batchProducts() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("BatchMatMul", "BatchMatMulV2")) {
      samples.add(OpSample.of(op).input(range(2, 2, 3)).input(range(2, 3, 4)));
      samples.add(OpSample.of(op).named("matrices").input(range(2, 3)).input(range(3, 4)));
      samples.add(
          OpSample.of(op)
              .named("adjoints")
              .input(range(2, 3, 2))
              .input(range(2, 4, 3))
              .attr("adj_x", true)
              .attr("adj_y", true));
      samples.add(
          OpSample.of(op)
              .named("first adjoint")
              .input(range(1, 2, 3, 2))
              .input(range(1, 2, 3, 4))
              .attr("adj_x", true));
      samples.add(
          OpSample.of(op)
              .named("second adjoint")
              .input(range(2, 1, 3))
              .input(range(2, 4, 3))
              .attr("adj_y", true));
      samples.add(OpSample.of(op).named("no batch").input(empty(0, 2, 3)).input(empty(0, 3, 4)));
      samples.add(OpSample.of(op).named("no sum").input(empty(2, 2, 0)).input(empty(2, 0, 3)));
      samples.add(
          OpSample.of(op)
              .named("inner sizes differ")
              .input(range(2, 2, 3))
              .input(range(2, 2, 3))
              .refused("inner dimensions must agree"));
      samples.add(
          OpSample.of(op)
              .named("a vector")
              .input(range(3))
              .input(range(3, 4))
              .refused("at least rank 2"));
    }
    samples.add(
        OpSample.of("BatchMatMul")
            .named("other batch")
            .input(range(1, 2, 3))
            .input(range(2, 3, 4))
            .refused("batch dimensions must be equal"));
    samples.add(
        OpSample.of("BatchMatMulV2")
            .named("broadcast")
            .input(range(2, 1, 2, 3))
            .input(range(3, 3, 2)));
    samples.add(
        OpSample.of("BatchMatMulV2").named("one matrix").input(range(2, 3)).input(range(3, 3, 2)));
    samples.add(
        OpSample.of("BatchMatMulV2")
            .named("batches that do not fit")
            .input(range(2, 2, 3))
            .input(range(3, 3, 2))
            .refused("batch dimensions must broadcast"));
    return samples;
  }

  private static List<OpSample> mixedProducts() {
    List<OpSample> samples = new ArrayList<>();
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16, DType.INT32)) {
      samples.add(mixedProduct(dtype));
    }
    // TensorFlow has no kernels for these, and so no gradients to compare with
    for (DType dtype :
        List.of(DType.FLOAT16, DType.INT16, DType.INT64, DType.COMPLEX64, DType.COMPLEX128)) {
      samples.add(mixedProduct(dtype).withoutGradient());
    }
    samples.add(
        OpSample.of("BatchMatMulV3")
            .named("uint8")
            .attr("Ta", DType.UINT8)
            .attr("Tb", DType.UINT8)
            .attr("Tout", DType.INT32)
            .input(range(2, 3))
            .input(range(3, 2)));
    for (DType dtype : List.of(DType.INT8, DType.UINT8)) {
      samples.add(
          OpSample.of("BatchMatMulV3")
              .named(dtype + " to int32")
              .attr("Ta", dtype)
              .attr("Tb", DType.INT8)
              .attr("Tout", DType.INT32)
              .input(matrix(2, 2, 100, 127, -128, 3))
              .input(matrix(3, 2, 100, 90, 80, -128, 1, 2))
              .attr("adj_y", true));
    }
    return samples;
  }

  private static OpSample mixedProduct(DType dtype) {
    return OpSample.of("BatchMatMulV3")
        .named(dtype.toString())
        .attr("Ta", dtype)
        .attr("Tb", dtype)
        .attr("Tout", dtype)
        .input(range(2, 2, 3))
        .input(range(3, 2))
        .attr("adj_x", false);
  }

  private static OpSample sum(String equation, Values... inputs) {
    return OpSample.of("Einsum").named(equation).attr("equation", equation).list(inputs);
  }

  private static List<OpSample> sums() {
    return List.of(
        sum("ij,jk->ik", range(2, 3), range(3, 4)),
        sum("bij,bjk->bik", range(2, 2, 3), range(2, 3, 4)),
        sum("ij->ji", range(2, 3)),
        sum("ij->", range(2, 3)),
        sum("ij->j", range(2, 3)),
        sum("ii->", range(3, 3)),
        sum("ii->i", range(3, 3)),
        sum("iij->ji", range(2, 2, 3)),
        sum("i->ii", range(3)),
        sum("ij->iij", range(2, 3)),
        sum("i,j->ij", range(3), range(4)),
        sum("i,i->", range(3), range(3)),
        sum("i,i->i", range(3), range(3)),
        sum("ij,ij->i", range(2, 3), range(2, 3)),
        sum("ijk,lj->", range(2, 3, 2), range(2, 3)),
        sum("i1,1->i", range(2, 2), range(2)),
        sum("aBc,cd->dBa", range(2, 3, 4), range(4, 2)),
        sum(",->", scalar(3), scalar(4)),
        sum("->", scalar(3)),
        sum(",i->i", scalar(3), range(2)),
        sum("...ij,...jk->...ik", range(2, 1, 2, 3), range(3, 3, 2)),
        sum("...ij,jk->...ik", range(2, 2, 3), range(3, 2)),
        sum("i...->...i", range(2, 3, 4)),
        sum("...->...", range(2, 3)),
        sum("...i->...", range(2, 3)),
        sum("i...j,k...->...kij", range(2, 3, 2), range(2, 3)),
        sum("...,...->...", range(2, 1), range(1, 3)),
        sum("i...,j->ij", range(2), range(3)),
        sum("ij,jk->ik", empty(2, 0), empty(0, 3)),
        sum("ij->i", empty(2, 0)),
        sum("...i,...i->...", empty(0, 3), range(1, 3)),
        sum("ij,kj->ik", random(1, -1, 1, 20, 30), random(2, -1, 1, 10, 30))
            .types("T", DType.FLOAT32, DType.FLOAT64, DType.COMPLEX64, DType.COMPLEX128)
            .within(Tolerance.of(2e-6, 1e-6)));
  }

  private static List<OpSample> refusedSums() {
    return List.of(
        sum("ij,jk->ik", range(2, 3), range(4, 4)).refused("dimensions must agree"),
        sum("ii->i", range(2, 3)).refused("dimensions must agree"),
        sum("ij->i", range(3)).refused("must have the rank"),
        sum("ij...->i...", range(3)).refused("must have the rank"),
        sum("ij,jk", range(2, 3), range(3, 4)).refused("exactly one"),
        sum("ij->i->j", range(2, 3)).refused("exactly one"),
        sum("ij,jk->ik", range(2, 3)).refused("has 2 inputs"),
        sum("i,i,i->i", range(2), range(2), range(2)).refused("one or two inputs"),
        sum("i->ij", range(2)).refused("is in no input"),
        sum("i..->i", range(2, 2)).refused("must be single characters"),
        sum("...i...->i", range(2, 2)).refused("must be single characters"),
        sum("...i->i", range(2, 2)).refused("no \"...\" in its output"),
        sum("...,...->...", range(2), range(3)).refused("dimensions must agree"));
  }

  private static List<OpSample> tridiagonalProducts() {
    return List.of(
        OpSample.of("TridiagonalMatMul")
            .input(matrix(1, 4, 1, 2, 3, 99))
            .input(matrix(1, 4, 5, 6, 7, 8))
            .input(matrix(1, 4, 99, 3, 2, 1))
            .input(range(4, 2)),
        OpSample.of("TridiagonalMatMul")
            .named("batch")
            .input(range(2, 1, 3))
            .input(range(2, 1, 3))
            .input(range(2, 1, 3))
            .input(range(2, 3, 2)),
        OpSample.of("TridiagonalMatMul")
            .named("one row")
            .input(matrix(1, 1, 9))
            .input(matrix(1, 1, 3))
            .input(matrix(1, 1, 9))
            .input(matrix(1, 2, 4, 5)),
        OpSample.of("TridiagonalMatMul")
            .named("other length")
            .input(range(1, 3))
            .input(range(1, 3))
            .input(range(1, 4))
            .input(range(3, 2))
            .refused("as long as"),
        OpSample.of("TridiagonalMatMul")
            .named("vectors")
            .input(in(DType.FLOAT64, vector(1, 2, 3)))
            .input(in(DType.FLOAT64, vector(1, 2, 3)))
            .input(in(DType.FLOAT64, vector(1, 2, 3)))
            .input(in(DType.FLOAT64, range(3, 2)))
            .attr("T", DType.FLOAT64)
            .refused("at least rank 2"));
  }

  static List<Scenario> scenarios() {
    return FactorScenarios.scenarios();
  }
}
