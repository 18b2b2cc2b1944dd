package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.DnnlStatus.check;
import static dev.weir.kernels.onednn.NativeCalls.CHAR;
import static dev.weir.kernels.onednn.NativeCalls.FLOAT;
import static dev.weir.kernels.onednn.NativeCalls.INT;
import static dev.weir.kernels.onednn.NativeCalls.LONG;
import static dev.weir.kernels.onednn.NativeCalls.POINTER;
import static dev.weir.kernels.onednn.NativeCalls.brief;
import static dev.weir.kernels.onednn.NativeCalls.function;
import static dev.weir.kernels.onednn.NativeCalls.status;
import static dev.weir.kernels.onednn.NativeCalls.unexpected;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * The functions of oneDNN's C API that run primitives: one method per function, the status checked.
 *
 * <p>Handles are {@code long}; a handle that does not exist is 0. What makes and destroys objects
 * is in {@link DnnlObjects}. Touch this class only after {@link OneDnnLibrary#unavailableBecause()}
 * said that oneDNN is there.
 */
final class Dnnl {

  private static final MethodHandle EXECUTE =
      status("dnnl_primitive_execute", POINTER, POINTER, INT, POINTER);
  private static final MethodHandle SET_DATA_HANDLE =
      function(
          "dnnl_memory_set_data_handle", FunctionDescriptor.of(INT, POINTER, POINTER), brief());
  private static final MethodHandle SGEMM =
      status(
          "dnnl_sgemm",
          CHAR, // transa
          CHAR, // transb
          LONG, // m
          LONG, // n
          LONG, // k
          FLOAT, // alpha
          POINTER,
          LONG, // lda
          POINTER,
          LONG, // ldb
          FLOAT, // beta
          POINTER,
          LONG); // ldc
  private static final MethodHandle EFFECTIVE_CPU_ISA =
      function("dnnl_get_effective_cpu_isa", FunctionDescriptor.of(INT));

  private Dnnl() {}

  /** Runs a primitive; {@code arguments} points to an array of {@code dnnl_exec_arg_t}. */
  static void execute(long primitive, long stream, int count, long arguments) {
    try {
      check(
          "dnnl_primitive_execute", (int) EXECUTE.invokeExact(primitive, stream, count, arguments));
    } catch (Throwable t) {
      throw unexpected("dnnl_primitive_execute", t);
    }
  }

  /** Makes a memory object stand for the data at an address. */
  static void setDataHandle(long memory, long address) {
    try {
      check("dnnl_memory_set_data_handle", (int) SET_DATA_HANDLE.invokeExact(memory, address));
    } catch (Throwable t) {
      throw unexpected("dnnl_memory_set_data_handle", t);
    }
  }

  /**
   * Row-major {@code c = alpha * op(a) * op(b) + beta * c} without a primitive; {@code c} is {@code
   * [m, n]} and the other leading dimensions are the lengths of the rows of {@code a} and {@code b}
   * as stored.
   */
  static void sgemm(
      boolean transposeA,
      boolean transposeB,
      long m,
      long n,
      long k,
      float alpha,
      long a,
      long b,
      float beta,
      long c) {
    try {
      check(
          "dnnl_sgemm",
          (int)
              SGEMM.invokeExact(
                  transposeA ? (byte) 'T' : (byte) 'N',
                  transposeB ? (byte) 'T' : (byte) 'N',
                  m,
                  n,
                  k,
                  alpha,
                  a,
                  transposeA ? m : k,
                  b,
                  transposeB ? k : n,
                  beta,
                  c,
                  n));
    } catch (Throwable t) {
      throw unexpected("dnnl_sgemm", t);
    }
  }

  /** {@code dnnl_cpu_isa_t} that oneDNN generates code for, e.g. 7 for AVX2. */
  static int effectiveCpuIsa() {
    try {
      return (int) EFFECTIVE_CPU_ISA.invokeExact();
    } catch (Throwable t) {
      throw unexpected("dnnl_get_effective_cpu_isa", t);
    }
  }
}
