package dev.weir.graph.graphdef;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.schema.NodeDef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node as a file has it, with its inputs found but before it is in a graph. */
final class FileNode {
  /**
   * Where an input comes from.
   *
   * @param file the node of the file it comes from; null if it is a node the graph has already
   * @param existing that node; null if that one cannot be built
   * @param output which output; -1 for a control input
   */
  record Source(@Nullable FileNode file, @Nullable Node existing, int output) {
    /** Whether it comes from a node that cannot be built. */
    boolean isDeferred() {
      return file == null ? existing == null : file.isDeferred;
    }
  }

  private final int position;
  private final NodeDef def;
  private final @Nullable OpDefinition op;
  private @Nullable String missing;
  private boolean isDeferred;
  private final List<Source> inputs = new ArrayList<>(4);
  private final List<Source> controls = new ArrayList<>(0);
  private @Nullable Node built;

  /** A node of the file; {@code op} is null if it is not known. */
  FileNode(int position, NodeDef def, @Nullable OpDefinition op) {
    this.position = position;
    this.def = def;
    this.op = op;
  }

  /** Its place in the file. */
  int position() {
    return position;
  }

  NodeDef def() {
    return def;
  }

  OpDefinition op() {
    if (op == null) {
      throw new IllegalStateException("the op of a node that is missing");
    }
    return op;
  }

  /** Says what this node needs and is not known here. */
  void setMissing(String what) {
    missing = what;
  }

  @Nullable String missing() {
    return missing;
  }

  /** Says that it cannot be built, since one of its inputs cannot. */
  void defer() {
    isDeferred = true;
  }

  /** Whether it cannot be built. */
  boolean isDeferred() {
    return isDeferred;
  }

  List<Source> inputs() {
    return inputs;
  }

  List<Source> controls() {
    return controls;
  }

  @Nullable Node built() {
    return built;
  }

  void setBuilt(Node node) {
    built = node;
  }

  /** Whether a data input is the back edge of a loop. */
  boolean isBackEdge(Source source) {
    return op != null
        && op.kind() == NodeKind.MERGE
        && source.file() != null
        && source.output() >= 0
        && source.file().op != null
        && source.file().op.kind() == NodeKind.NEXT_ITERATION;
  }

  /** An error that names this node, unless it names a node already. */
  WeirException located(WeirException error) {
    return error.withNode(def.getOp(), def.getName(), null);
  }

  /** An error that names this node. */
  WeirException error(ErrorCode code, String rule, @Nullable Throwable cause) {
    return error(def, code, rule, cause);
  }

  /** An error that names a node of the file. */
  static WeirException error(NodeDef def, ErrorCode code, String rule, @Nullable Throwable cause) {
    return new WeirException(code, rule, cause).withNode(def.getOp(), def.getName(), null);
  }

  static WeirException invalid(NodeDef def, String rule) {
    return error(def, ErrorCode.INVALID_ARGUMENT, rule, null);
  }
}
