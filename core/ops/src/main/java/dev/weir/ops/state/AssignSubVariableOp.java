package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/** Subtracts from a variable a value of the same shape. Integers wrap. */
final class AssignSubVariableOp extends ResourceUpdate {
  AssignSubVariableOp() {
    super(
        "AssignSubVariableOp(resource: resource, value: dtype) -> () dtype:type; stateful",
        (dtype, attrs) -> new AllElements(ElementCombiner.subtract(dtype)));
  }
}
