package dev.weir.ops.state;

import dev.weir.graph.kernel.Variable;

/**
 * A variable that reference ops use, as a resource of its own type: a {@code VariableV2} and a
 * {@code VarHandleOp} of the same name and container are different variables.
 */
record ReferencedVariable(Variable variable) implements AutoCloseable {
  @Override
  public void close() {
    variable.close();
  }
}
