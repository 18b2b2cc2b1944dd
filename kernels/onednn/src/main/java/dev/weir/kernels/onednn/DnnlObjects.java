package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.DnnlStatus.check;
import static dev.weir.kernels.onednn.NativeCalls.FLOAT;
import static dev.weir.kernels.onednn.NativeCalls.INT;
import static dev.weir.kernels.onednn.NativeCalls.LONG;
import static dev.weir.kernels.onednn.NativeCalls.POINTER;
import static dev.weir.kernels.onednn.NativeCalls.function;
import static dev.weir.kernels.onednn.NativeCalls.status;
import static dev.weir.kernels.onednn.NativeCalls.unexpected;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The functions of oneDNN's C API that make, ask and destroy objects: none is called on the path of
 * a step. The caller that creates an object destroys it.
 */
final class DnnlObjects {

  /** {@code dnnl_format_tag_any}: oneDNN chooses the layout. */
  private static final int FORMAT_TAG_ANY = 1;

  /** {@code dnnl_aBcd16b} and {@code dnnl_aBcd8b}. */
  private static final int FORMAT_TAG_BLOCKS_OF_16 = 78;

  private static final int FORMAT_TAG_BLOCKS_OF_8 = 102;

  private static final int ENGINE_KIND_CPU = 1;
  private static final int STREAM_DEFAULT_FLAGS = 1;
  private static final int SCRATCHPAD_MODE_USER = 1;
  private static final int QUERY_IMPL_INFO_STR = 8;
  private static final int BINARY_ADD = 0x1fff0;

  /** With this query the index is an argument of {@code dnnl_exec_arg_t}. */
  private static final int QUERY_EXEC_ARG_MD = 255;

  private static final MethodHandle ENGINE_CREATE =
      status("dnnl_engine_create", POINTER, INT, LONG);
  private static final MethodHandle STREAM_CREATE =
      status("dnnl_stream_create", POINTER, POINTER, INT);
  private static final MethodHandle DESC_WITH_STRIDES =
      status("dnnl_memory_desc_create_with_strides", POINTER, INT, POINTER, INT, POINTER);
  private static final MethodHandle DESC_WITH_TAG =
      status("dnnl_memory_desc_create_with_tag", POINTER, INT, POINTER, INT, INT);
  private static final MethodHandle DESC_SIZE =
      function("dnnl_memory_desc_get_size", FunctionDescriptor.of(LONG, POINTER));
  private static final MethodHandle MEMORY_CREATE =
      status("dnnl_memory_create", POINTER, POINTER, POINTER, POINTER);
  private static final MethodHandle ATTR_CREATE = status("dnnl_primitive_attr_create", POINTER);
  private static final MethodHandle ATTR_SCRATCHPAD =
      status("dnnl_primitive_attr_set_scratchpad_mode", POINTER, INT);
  private static final MethodHandle ATTR_FPMATH =
      status("dnnl_primitive_attr_set_fpmath_mode", POINTER, INT);
  private static final MethodHandle ATTR_POST_OPS =
      status("dnnl_primitive_attr_set_post_ops", POINTER, POINTER);
  private static final MethodHandle POST_OPS_CREATE = status("dnnl_post_ops_create", POINTER);
  private static final MethodHandle POST_OPS_ELTWISE =
      status("dnnl_post_ops_append_eltwise", POINTER, INT, FLOAT, FLOAT);
  private static final MethodHandle POST_OPS_BINARY =
      status("dnnl_post_ops_append_binary", POINTER, INT, POINTER);
  private static final MethodHandle MATMUL_DESC =
      status(
          "dnnl_matmul_primitive_desc_create",
          POINTER,
          POINTER,
          POINTER,
          POINTER,
          POINTER,
          POINTER,
          POINTER);
  private static final MethodHandle PRIMITIVE_CREATE =
      status("dnnl_primitive_create", POINTER, POINTER);
  private static final MethodHandle PRIMITIVE_DESC_QUERY =
      status("dnnl_primitive_desc_query", POINTER, INT, INT, POINTER);
  private static final MethodHandle PRIMITIVE_DESC_QUERY_MD =
      function("dnnl_primitive_desc_query_md", FunctionDescriptor.of(POINTER, POINTER, INT, INT));

  private DnnlObjects() {}

  /** Calls a C function that writes the handle of a new object to its first argument. */
  private interface Creation {
    int call(long out) throws Throwable;
  }

  private static long create(String function, Creation creation) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
      check(function, creation.call(out.address()));
      return out.get(ValueLayout.JAVA_LONG, 0);
    } catch (Throwable t) {
      throw unexpected(function, t);
    }
  }

  static long createCpuEngine() {
    return create(
        "dnnl_engine_create", out -> (int) ENGINE_CREATE.invokeExact(out, ENGINE_KIND_CPU, 0L));
  }

  static long createStream(long engine) {
    return create(
        "dnnl_stream_create",
        out -> (int) STREAM_CREATE.invokeExact(out, engine, STREAM_DEFAULT_FLAGS));
  }

  static long createMemoryDesc(MemoryDesc desc) {
    try (Arena arena = Arena.ofConfined()) {
      long dims = arena.allocateFrom(ValueLayout.JAVA_LONG, desc.dims()).address();
      int rank = desc.rank();
      int type = desc.type().code();
      long[] strides = desc.strides();
      if (strides == null) {
        int tag =
            switch (desc.block()) {
              case 0 -> FORMAT_TAG_ANY;
              case 8 -> FORMAT_TAG_BLOCKS_OF_8;
              case 16 -> FORMAT_TAG_BLOCKS_OF_16;
              default -> throw new IllegalArgumentException("no such blocks: " + desc);
            };
        return create(
            "dnnl_memory_desc_create_with_tag",
            out -> (int) DESC_WITH_TAG.invokeExact(out, rank, dims, type, tag));
      }
      long steps = arena.allocateFrom(ValueLayout.JAVA_LONG, strides).address();
      return create(
          "dnnl_memory_desc_create_with_strides",
          out -> (int) DESC_WITH_STRIDES.invokeExact(out, rank, dims, type, steps));
    }
  }

  /** Bytes that data of this layout takes, padding included. */
  static long memoryDescSize(long desc) {
    try {
      return (long) DESC_SIZE.invokeExact(desc);
    } catch (Throwable t) {
      throw unexpected("dnnl_memory_desc_get_size", t);
    }
  }

  /** A memory object without data: {@link Dnnl#setDataHandle} gives it some. */
  static long createMemory(long desc, long engine) {
    return create(
        "dnnl_memory_create", out -> (int) MEMORY_CREATE.invokeExact(out, desc, engine, 0L));
  }

  /** Attributes with the scratchpad given by the caller, the only mode safe across threads. */
  static long createAttributes(FpMathMode mode) {
    long attributes =
        create("dnnl_primitive_attr_create", out -> (int) ATTR_CREATE.invokeExact(out));
    try {
      check(
          "dnnl_primitive_attr_set_scratchpad_mode",
          (int) ATTR_SCRATCHPAD.invokeExact(attributes, SCRATCHPAD_MODE_USER));
      check(
          "dnnl_primitive_attr_set_fpmath_mode",
          (int) ATTR_FPMATH.invokeExact(attributes, mode.ordinal()));
      return attributes;
    } catch (Throwable t) {
      DnnlObject.ATTRIBUTES.destroy(attributes);
      throw unexpected("dnnl_primitive_attr_create", t);
    }
  }

  static void setPostOps(long attributes, long postOps) {
    try {
      check(
          "dnnl_primitive_attr_set_post_ops", (int) ATTR_POST_OPS.invokeExact(attributes, postOps));
    } catch (Throwable t) {
      throw unexpected("dnnl_primitive_attr_set_post_ops", t);
    }
  }

  static long createPostOps() {
    return create("dnnl_post_ops_create", out -> (int) POST_OPS_CREATE.invokeExact(out));
  }

  /** A function of each element. */
  static void appendElementwise(long postOps, int algorithm, float alpha, float beta) {
    try {
      check(
          "dnnl_post_ops_append_eltwise",
          (int) POST_OPS_ELTWISE.invokeExact(postOps, algorithm, alpha, beta));
    } catch (Throwable t) {
      throw unexpected("dnnl_post_ops_append_eltwise", t);
    }
  }

  /** The sum with another tensor. */
  static void appendSum(long postOps, long desc) {
    try {
      check(
          "dnnl_post_ops_append_binary",
          (int) POST_OPS_BINARY.invokeExact(postOps, BINARY_ADD, desc));
    } catch (Throwable t) {
      throw unexpected("dnnl_post_ops_append_binary", t);
    }
  }

  /** {@code bias} may be 0. */
  static long createMatMulDesc(
      long engine, long source, long weights, long bias, long destination, long attributes) {
    return create(
        "dnnl_matmul_primitive_desc_create",
        out ->
            (int)
                MATMUL_DESC.invokeExact(
                    out, engine, source, weights, bias, destination, attributes));
  }

  static long createPrimitive(long primitiveDesc) {
    return create(
        "dnnl_primitive_create", out -> (int) PRIMITIVE_CREATE.invokeExact(out, primitiveDesc));
  }

  /** The layout a primitive expects of an argument; owned by the primitive descriptor. */
  static long argumentDesc(long primitiveDesc, PrimitiveArgument argument) {
    try {
      return (long)
          PRIMITIVE_DESC_QUERY_MD.invokeExact(primitiveDesc, QUERY_EXEC_ARG_MD, argument.code());
    } catch (Throwable t) {
      throw unexpected("dnnl_primitive_desc_query_md", t);
    }
  }

  /** The name of the implementation that oneDNN chose, e.g. {@code brg_matmul:avx2}. */
  static String implementation(long primitiveDesc) {
    long name =
        create(
            "dnnl_primitive_desc_query",
            out ->
                (int) PRIMITIVE_DESC_QUERY.invokeExact(primitiveDesc, QUERY_IMPL_INFO_STR, 0, out));
    return MemorySegment.ofAddress(name).reinterpret(256).getString(0);
  }
}
