package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.NativeCalls.POINTER;

import java.lang.invoke.MethodHandle;

/** The kinds of objects of oneDNN that have an owner, and how each is destroyed. */
enum DnnlObject {
  MEMORY_DESC("dnnl_memory_desc_destroy"),
  MEMORY("dnnl_memory_destroy"),
  ATTRIBUTES("dnnl_primitive_attr_destroy"),
  POST_OPS("dnnl_post_ops_destroy"),
  PRIMITIVE_DESC("dnnl_primitive_desc_destroy"),
  PRIMITIVE("dnnl_primitive_destroy"),
  STREAM("dnnl_stream_destroy");

  private final String function;
  private final MethodHandle handle;

  DnnlObject(String function) {
    this.function = function;
    this.handle = NativeCalls.status(function, POINTER);
  }

  void destroy(long object) {
    try {
      DnnlStatus.check(function, (int) handle.invokeExact(object));
    } catch (Throwable t) {
      throw NativeCalls.unexpected(function, t);
    }
  }
}
