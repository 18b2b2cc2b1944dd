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
  MEMORY,
  /** Open a session with the master of a cluster: {@code settings, GraphDef}. */
  CONNECT,
  /** Add nodes and tell the master: {@code GraphDef}. */
  EXTEND,
  /** Tell the master of all nodes it does not know yet. */
  TELL_GRAPH,
  /** Open a partial run: {@code feeds, fetches, targets}; answers with its number. */
  OPEN_PARTIAL_RUN,
  /** Run the next piece: {@code number, feeds, fetches}; answers with tensors. */
  RUN_PIECE,
  /** Free a partial run: {@code number}. */
  CLOSE_PARTIAL_RUN,
  /** Describe a step to the master: {@code feeds, fetches, targets}; answers with its number. */
  MAKE_CALLABLE,
  /** Run a callable: {@code number, feeds}; answers with tensors. */
  RUN_CALLABLE,
  /** Let the master forget a callable: {@code number}. */
  RELEASE_CALLABLE,
  /** Answers with the devices of the cluster. */
  DEVICES,
  /** Ask the master to end the session. */
  END_SESSION,
  /** Reset containers: {@code target, containers}. */
  RESET;

  private static final OracleCommand[] ALL = values();

  static OracleCommand of(byte number) {
    return ALL[number];
  }

  /** Whether it may wait for what another request does, and so needs a thread of its own. */
  boolean mayWait() {
    return switch (this) {
      case RUN, RUN_PIECE, RUN_CALLABLE -> true;
      default -> false;
    };
  }
}
