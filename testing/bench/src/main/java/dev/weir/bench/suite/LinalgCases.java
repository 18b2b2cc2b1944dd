package dev.weir.bench.suite;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.Map;

/** Linear algebra: products, sums by equations, solvers and decompositions. */
final class LinalgCases {
  private LinalgCases() {}

  static void addTo(Map<String, Build> all) {
    products(all);
    equations(all);
    sparse(all);
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.COMPLEX64)) {
      solvers(all, dtype);
      spectra(all, dtype);
    }
    tridiagonals(all);
  }

  private static void products(Map<String, Build> all) {
    for (DType dtype :
        List.of(
            DType.FLOAT32,
            DType.FLOAT64,
            DType.INT32,
            DType.INT64,
            DType.BFLOAT16,
            DType.FLOAT16,
            DType.COMPLEX64,
            DType.COMPLEX128)) {
      int size = dtype == DType.FLOAT32 ? 512 : 256;
      all.put(
          "MatMul/" + dtype,
          g -> g.op("MatMul", g.numbers(dtype, size, size), g.numbers(dtype, size, size)).build());
      all.put(
          "BatchMatMulV2/" + dtype,
          g ->
              g.op("BatchMatMulV2", g.numbers(dtype, 64, 48, 64), g.numbers(dtype, 64, 64, 48))
                  .build());
    }
    all.put(
        "BatchMatMul",
        g -> g.op("BatchMatMul", g.floats(256, 32, 32), g.floats(256, 32, 32)).build());
    all.put(
        "BatchMatMulV3/small",
        g ->
            g.op("BatchMatMulV3", g.floats(10_000, 4, 4), g.floats(10_000, 4, 4))
                .attr("Tout", DType.FLOAT32)
                .build());
    all.put("Cross", g -> g.op("Cross", g.floats(100_000, 3), g.floats(100_000, 3)).build());
    all.put(
        "Cross/float64",
        g ->
            g.op(
                    "Cross",
                    g.numbers(DType.FLOAT64, 100_000, 3),
                    g.numbers(DType.FLOAT64, 100_000, 3))
                .build());
  }

  private static void equations(Map<String, Build> all) {
    all.put(
        "Einsum/scores",
        g -> einsum(g, "bshd,bthd->bhst", g.floats(8, 128, 8, 64), g.floats(8, 128, 8, 64)));
    all.put(
        "Einsum/context",
        g -> einsum(g, "bhst,bthd->bshd", g.floats(8, 8, 128, 128), g.floats(8, 128, 8, 64)));
    all.put(
        "Einsum/projection",
        g -> einsum(g, "bsf,fhd->bshd", g.floats(8, 128, 512), g.floats(512, 8, 64)));
    all.put(
        "Einsum/output",
        g -> einsum(g, "bshd,hdf->bsf", g.floats(8, 128, 8, 64), g.floats(8, 64, 512)));
    all.put("Einsum/product", g -> einsum(g, "ij,jk->ik", g.floats(512, 512), g.floats(512, 512)));
    all.put(
        "Einsum/ellipsis",
        g -> einsum(g, "...ij,jk->...ik", g.floats(64, 64, 64), g.floats(64, 64)));
    all.put("Einsum/rows", g -> einsum(g, "bi,bi->b", g.floats(4096, 256), g.floats(4096, 256)));
    all.put("Einsum/outer", g -> einsum(g, "i,j->ij", g.floats(1024), g.floats(1024)));
    all.put("Einsum/transpose", g -> einsum(g, "bij->bji", g.floats(16, 256, 256)));
    all.put("Einsum/sum", g -> einsum(g, "bij->bj", g.floats(16, 256, 256)));
    all.put("Einsum/trace", g -> einsum(g, "bii->b", g.floats(16, 256, 256)));
    for (DType dtype :
        List.of(DType.FLOAT64, DType.INT32, DType.INT64, DType.BFLOAT16, DType.COMPLEX64)) {
      all.put(
          "Einsum/" + dtype,
          g ->
              einsum(
                  g,
                  "bshd,bthd->bhst",
                  g.numbers(dtype, 4, 64, 4, 64),
                  g.numbers(dtype, 4, 64, 4, 64)));
    }
  }

  private static Node einsum(OpGraph g, String equation, Output... inputs) {
    return g.op("Einsum").inputList(List.of(inputs)).attr("equation", equation).build();
  }

  private static void sparse(Map<String, Build> all) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
      all.put("SparseTensorDenseMatMul/" + dtype, g -> sparse(g, dtype, false, false).build());
    }
    all.put(
        "SparseTensorDenseMatMul/adjoint_a", g -> sparse(g, DType.FLOAT32, true, false).build());
    all.put(
        "SparseTensorDenseMatMul/adjoint_b", g -> sparse(g, DType.FLOAT32, false, true).build());
  }

  /** A matrix of 4096 rows and columns, 16 elements in each row on average. */
  private static NodeBuilder sparse(OpGraph g, DType dtype, boolean adjointA, boolean adjointB) {
    Output rows =
        g.op("Cast", g.sortedInts(4096, 65_536)).attr("DstT", DType.INT64).build().output(0);
    Output columns = g.op("Cast", g.ints(4096, 65_536)).attr("DstT", DType.INT64).build().output(0);
    Output indices =
        g.op("Pack").inputList(List.of(rows, columns)).attr("axis", 1).build().output(0);
    Output b = adjointB ? g.numbers(dtype, 64, 4096) : g.numbers(dtype, 4096, 64);
    return g.op(
            "SparseTensorDenseMatMul",
            indices,
            g.numbers(dtype, 65_536),
            g.ops().constant(new long[] {4096, 4096}),
            b)
        .attr("adjoint_a", adjointA)
        .attr("adjoint_b", adjointB);
  }

  private static void solvers(Map<String, Build> all, DType dtype) {
    for (String op :
        List.of(
            "Cholesky",
            "Lu",
            "MatrixInverse",
            "MatrixDeterminant",
            "LogMatrixDeterminant",
            "MatrixExponential")) {
      int small = op.equals("MatrixDeterminant") ? 8 : 16;
      if (!op.equals("MatrixDeterminant")) {
        int large = op.equals("MatrixExponential") ? 64 : 512;
        all.put(op + "/" + dtype, g -> g.op(op, g.dominant(dtype, large, large)).build());
      }
      all.put(op + "/small/" + dtype, g -> g.op(op, g.dominant(dtype, 1000, small, small)).build());
    }
    for (String op : List.of("MatrixSolve", "MatrixTriangularSolve", "MatrixSolveLs")) {
      boolean isLs = op.equals("MatrixSolveLs");
      all.put(
          op + "/" + dtype,
          g ->
              regularized(
                  g, g.op(op, g.dominant(dtype, 512, 512), g.numbers(dtype, 512, 64)), isLs));
      all.put(
          op + "/small/" + dtype,
          g ->
              regularized(
                  g,
                  g.op(op, g.dominant(dtype, 1000, 16, 16), g.numbers(dtype, 1000, 16, 1)),
                  isLs));
    }
    if (!dtype.isComplex()) {
      all.put(
          "CholeskyGrad/" + dtype,
          g ->
              g.op("CholeskyGrad", g.dominant(dtype, 256, 256), g.numbers(dtype, 256, 256))
                  .build());
    }
  }

  private static Node regularized(OpGraph g, NodeBuilder op, boolean isLs) {
    return isLs ? op.input(g.ops().constant(0.1)).build() : op.build();
  }

  private static void spectra(Map<String, Build> all, DType dtype) {
    all.put("Qr/" + dtype, g -> g.op("Qr", g.numbers(dtype, 256, 256)).build());
    all.put("Qr/tall/" + dtype, g -> g.op("Qr", g.numbers(dtype, 2048, 64)).build());
    all.put("Qr/small/" + dtype, g -> g.op("Qr", g.numbers(dtype, 1000, 8, 8)).build());
    all.put("Svd/" + dtype, g -> values(g, g.op("Svd", g.numbers(dtype, 128, 128))));
    all.put("Svd/small/" + dtype, g -> values(g, g.op("Svd", g.numbers(dtype, 500, 8, 8))));
    all.put(
        "Svd/values/" + dtype,
        g -> values(g, g.op("Svd", g.numbers(dtype, 128, 128)).attr("compute_uv", false)));
    all.put(
        "SelfAdjointEigV2/" + dtype,
        g -> values(g, g.op("SelfAdjointEigV2", g.numbers(dtype, 128, 128))));
    all.put(
        "SelfAdjointEigV2/small/" + dtype,
        g -> values(g, g.op("SelfAdjointEigV2", g.numbers(dtype, 500, 8, 8))));
    DType values = dtype == DType.FLOAT64 ? DType.COMPLEX128 : DType.COMPLEX64;
    all.put(
        "Eig/" + dtype,
        g -> {
          g.notCompared("the values have no order");
          return g.op("Eig", g.numbers(dtype, 64, 64)).attr("Tout", values).build();
        });
    all.put(
        "MatrixSquareRoot/" + dtype,
        g -> g.op("MatrixSquareRoot", g.dominant(dtype, 64, 64)).build());
    if (dtype.isComplex()) {
      all.put(
          "MatrixLogarithm/" + dtype,
          g -> g.op("MatrixLogarithm", g.dominant(dtype, 64, 64)).build());
    }
  }

  /** Only values are compared: vectors have no sign. */
  private static Node values(OpGraph g, NodeBuilder op) {
    g.compareFirst(1);
    return op.build();
  }

  private static void tridiagonals(Map<String, Build> all) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
      all.put(
          "TridiagonalSolve/" + dtype,
          g ->
              g.op(
                      "TridiagonalSolve",
                      g.op("AddV2", g.numbers(dtype, 100, 3, 1000), g.offset(dtype, 3, 1))
                          .build()
                          .output(0),
                      g.numbers(dtype, 100, 1000, 1))
                  .build());
      all.put(
          "TridiagonalMatMul/" + dtype,
          g ->
              g.op(
                      "TridiagonalMatMul",
                      g.numbers(dtype, 1000, 1, 100),
                      g.numbers(dtype, 1000, 1, 100),
                      g.numbers(dtype, 1000, 1, 100),
                      g.numbers(dtype, 1000, 100, 10))
                  .build());
      all.put(
          "BandedTriangularSolve/" + dtype,
          g ->
              g.op(
                      "BandedTriangularSolve",
                      g.op("AddV2", g.numbers(dtype, 100, 4, 200), g.offset(dtype, 4, 0))
                          .build()
                          .output(0),
                      g.numbers(dtype, 100, 200, 8))
                  .build());
    }
  }
}
