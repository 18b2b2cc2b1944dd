package dev.weir.ops.state;

/** Adds to a variable a value of the same shape. Integers wrap. */
final class AssignAddVariableOp extends ResourceUpdate {
  AssignAddVariableOp() {
    super(
        "AssignAddVariableOp(resource: resource, value: dtype) -> () dtype:type; stateful",
        Change.ADD);
  }
}
