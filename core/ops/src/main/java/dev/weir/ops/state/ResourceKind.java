package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Variable;

/** The kinds of state that handles name. */
enum ResourceKind {
  VARIABLE("Var", Variable.class),
  MUTEX("Mutex", Mutex.class),
  QUEUE("Queue", TensorQueue.class),
  TABLE("LookupTable", LookupTable.class);

  private final String typeName;
  private final Class<?> type;

  ResourceKind(String typeName, Class<?> type) {
    this.typeName = typeName;
    this.type = type;
  }

  /** The kind with this name. */
  static ResourceKind ofTypeName(String typeName) {
    for (ResourceKind kind : values()) {
      if (kind.typeName.equals(typeName)) {
        return kind;
      }
    }
    throw WeirException.invalidArgument("no kind of state is called \"%s\"", typeName);
  }

  /** What TensorFlow calls it. */
  String typeName() {
    return typeName;
  }

  /** What stands for it here. */
  Class<?> type() {
    return type;
  }

  /** A number that tells it from the others, the same wherever it runs. */
  long hash() {
    return typeName.hashCode();
  }
}
