package dev.weir.conformance;

/** What the oracle process is asked to do; the first byte of a request. */
enum OracleCommand {
  /** Import a graph: {@code settings, GraphDef}. */
  OPEN,
  /** Run a step: {@code feeds, fetches, targets}; answers with tensors. */
  RUN,
  /** Infer an output: {@code endpoint}; answers with element type and shape. */
  INFER,
  /** Add gradients: {@code ys, xs, incoming}; answers with endpoints, empty where there is none. */
  ADD_GRADIENTS,
  /** Cancel what runs and free the graph. */
  CLOSE,
  /** Answers with TensorFlow's version and its serialized {@code OpList}. */
  OPS,
  /** The kernels of {@code op}; answers with a serialized {@code KernelList}. */
  KERNELS,
  /** Collect garbage; answers with the number of native objects and the bytes of memory. */
  MEMORY;

  private static final OracleCommand[] ALL = values();

  static OracleCommand of(byte number) {
    return ALL[number];
  }
}
