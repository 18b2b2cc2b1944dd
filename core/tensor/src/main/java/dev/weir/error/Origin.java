package dev.weir.error;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a failure comes from. Every component is optional, but an op and a node come together and
 * only a node has a line that built it.
 *
 * @param context what was being done, such as {@code reading model.pb}; empty if there is nothing
 *     to add
 * @param task the task that failed, {@code /job:ps/replica:0/task:0}; null for this process
 * @param op the name of the op, {@code MatMul}
 * @param node the name of the node, {@code layer1/product}
 * @param builtAt the line of user code that built the node, {@code Mnist.java:41}
 */
public record Origin(
    String context,
    @Nullable String task,
    @Nullable String op,
    @Nullable String node,
    @Nullable String builtAt)
    implements Serializable {
  /** Nothing is known. */
  public static final Origin UNKNOWN = new Origin("", null, null, null, null);

  public Origin {
    if ((op == null) != (node == null) || (node == null && builtAt != null)) {
      throw new IllegalArgumentException(
          "op " + op + ", node " + node + " and line " + builtAt + " do not go together");
    }
  }

  Origin within(String outer) {
    String inner = context.isEmpty() ? "" : ": " + context;
    return new Origin(outer + inner, task, op, node, builtAt);
  }

  Origin withTask(String name) {
    return new Origin(context, name, op, node, builtAt);
  }

  Origin withNode(String opName, String nodeName, @Nullable String line) {
    return new Origin(context, task, opName, nodeName, line);
  }

  /** What a message says before the rule. */
  String head(String afterTask) {
    StringBuilder text = new StringBuilder();
    if (!context.isEmpty()) {
      text.append(context).append(": ");
    }
    if (task != null) {
      text.append("From ").append(task).append(':').append(afterTask);
    }
    if (node != null) {
      text.append('[').append(op).append(" \"").append(node).append("\"] ");
    }
    return text.toString();
  }

  /** What a message says after the rule. */
  String tail() {
    return builtAt == null ? "" : "\n  built at " + builtAt;
  }
}
