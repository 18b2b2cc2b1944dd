package dev.weir.kernels.vector.internal.einsum;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Equations against the reference kernel. */
final class TestEinsumKernels {
  /** An equation, and the sizes of its inputs. */
  private record Case(String equation, long[]... shapes) {}

  private static final Case[] CASES = {
    new Case("ij,jk->ik", shape(5, 7), shape(7, 3)),
    new Case("ij,jk->ki", shape(19, 70), shape(70, 23)),
    new Case("ji,kj->ik", shape(70, 19), shape(23, 70)),
    new Case("bshd,bthd->bhst", shape(2, 17, 3, 20), shape(2, 19, 3, 20)),
    new Case("bhst,bthd->bshd", shape(2, 3, 17, 19), shape(2, 19, 3, 20)),
    new Case("bsf,fhd->bshd", shape(2, 17, 30), shape(30, 3, 20)),
    new Case("bsf,fhd->bhsd", shape(2, 17, 30), shape(30, 3, 20)),
    new Case("bsf,fhd->dhsb", shape(2, 17, 30), shape(30, 3, 20)),
    new Case("bsf,fhd->bhds", shape(2, 5, 30), shape(30, 3, 4)),
    new Case("bshd,hdf->bsf", shape(2, 17, 3, 20), shape(3, 20, 31)),
    new Case("bshd,dhf->bsf", shape(2, 17, 3, 20), shape(20, 3, 31)),
    new Case("abcd,cbde->ea", shape(17, 4, 5, 6), shape(5, 4, 6, 21)),
    new Case("abc,cba->", shape(3, 4, 5), shape(5, 4, 3)),
    new Case("i,j->ij", shape(300), shape(7)),
    new Case("i,j->ji", shape(3), shape(500)),
    new Case("ij,ij->ij", shape(31, 33), shape(31, 33)),
    new Case("ij,ji->ij", shape(31, 33), shape(33, 31)),
    new Case("ij,j->ij", shape(31, 33), shape(33)),
    new Case("ij,j->i", shape(131, 133), shape(133)),
    new Case("ij,i->j", shape(131, 133), shape(131)),
    new Case("bi,bi->b", shape(31, 301), shape(31, 301)),
    new Case("bi,bi->", shape(31, 301), shape(31, 301)),
    new Case("bij,bj->bi", shape(3, 70, 50), shape(3, 50)),
    new Case("ijk,jl->kl", shape(3, 20, 40), shape(20, 19)),
    new Case("ij,kl->jl", shape(3, 20), shape(19, 4)),
    new Case("ii,ij->ij", shape(20, 20), shape(20, 30)),
    new Case("iji,jk->ik", shape(20, 30, 20), shape(30, 40)),
    new Case("ij,jk->iki", shape(3, 4), shape(4, 5)),
    new Case("...ij,jk->...ik", shape(2, 3, 20, 30), shape(30, 25)),
    new Case("...ij,...jk->...ik", shape(2, 1, 20, 30), shape(3, 30, 25)),
    new Case("i...j,j...k->...ik", shape(20, 2, 30), shape(30, 1, 25)),
    new Case("...ij,...ij->...", shape(4, 3, 5), shape(1, 3, 5)),
    new Case("i...,j->...ij", shape(3, 2), shape(4)),
    new Case("ij->ji", shape(37, 41)),
    new Case("abcd->dbca", shape(5, 6, 7, 8)),
    new Case("abc->cab", shape(3, 70, 90)),
    new Case("ij->i", shape(37, 300)),
    new Case("ij->j", shape(37, 300)),
    new Case("ijk->ik", shape(7, 11, 300)),
    new Case("ijk->j", shape(7, 11, 13)),
    new Case("ij->", shape(37, 300)),
    new Case("ii->i", shape(30, 30)),
    new Case("ii->", shape(30, 30)),
    new Case("i->ii", shape(30)),
    new Case("iij->ji", shape(30, 30, 4)),
    new Case("bi...->...b", shape(3, 4, 5, 6)),
    new Case("...->...", shape(3, 4)),
    new Case("->", shape()),
    new Case(",->", shape(), shape()),
    new Case("ij,jk->ik", shape(0, 3), shape(3, 4)),
    new Case("ij,jk->ik", shape(2, 0), shape(0, 4)),
    new Case("ij->i", shape(2, 0)),
    new Case("ij,jk->ik", shape(1, 1), shape(1, 1)),
    new Case("ij,jk->ik", shape(1, 70), shape(70, 100)),
    new Case("ij,jk->ik", shape(140, 150), shape(150, 160)),
    new Case("bij,bjk->bik", shape(40, 2, 3), shape(40, 3, 2)),
  };

  private static long[] shape(long... sizes) {
    return sizes;
  }

  @TestFactory
  Stream<DynamicTest> equationsAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (DType dtype :
        List.of(
            DType.FLOAT32,
            DType.FLOAT64,
            DType.FLOAT16,
            DType.BFLOAT16,
            DType.INT8,
            DType.UINT16,
            DType.INT32,
            DType.UINT32,
            DType.INT64,
            DType.COMPLEX64,
            DType.COMPLEX128)) {
      tests.add(DynamicTest.dynamicTest(dtype.toString(), () -> equations(dtype)));
    }
    return tests.stream();
  }

  private static void equations(DType dtype) {
    for (Case c : CASES) {
      Tensor[] values = new Tensor[c.shapes.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = KernelContest.plain(dtype, i, c.shapes[i]);
      }
      try (KernelContest contest = contest(c.equation, dtype, values.length)) {
        contest.within(64, tolerance(dtype)).compare(values);
      } catch (AssertionError e) {
        throw new AssertionError(c.equation + Arrays.deepToString(c.shapes) + e.getMessage(), e);
      }
    }
  }

  private static double tolerance(DType dtype) {
    return dtype == DType.FLOAT64 || dtype == DType.COMPLEX128 ? 1e-11 : 1e-3;
  }

  private static KernelContest contest(String equation, DType dtype, int inputs) {
    DType[] dtypes = new DType[inputs];
    Arrays.fill(dtypes, dtype);
    return KernelContest.of("Einsum", Map.of("equation", AttrValue.of(equation)), dtypes);
  }

  @TestFactory
  Stream<DynamicTest> shapesThatDoNotFitAreRefusedAsTheReferenceDoes() {
    return Stream.of(
            new Case("ij,jk->ik", shape(2, 3), shape(4, 5)),
            new Case("ij,jk->ik", shape(2, 3, 4), shape(4, 5)),
            new Case("ii->i", shape(2, 3)),
            new Case("...ij,jk->ik", shape(2, 2, 3), shape(3, 5)))
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c.equation + Arrays.deepToString(c.shapes), () -> refuses(c)));
  }

  private static void refuses(Case c) {
    Tensor[] values = new Tensor[c.shapes.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = KernelContest.plain(DType.FLOAT32, i, c.shapes[i]);
    }
    try (KernelContest contest = contest(c.equation, DType.FLOAT32, values.length)) {
      assertThatThrownBy(() -> contest.runInVectors(values))
          .hasMessageContaining("\"" + c.equation + "\"");
    }
  }
}
