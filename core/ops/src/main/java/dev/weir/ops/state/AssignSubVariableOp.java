package dev.weir.ops.state;

/** Subtracts from a variable a value of the same shape. Integers wrap. */
final class AssignSubVariableOp extends ResourceUpdate {
  AssignSubVariableOp() {
    super(
        "AssignSubVariableOp(resource: resource, value: dtype) -> () dtype:type; stateful",
        Change.SUBTRACT);
  }
}
