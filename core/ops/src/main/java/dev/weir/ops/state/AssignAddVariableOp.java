package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/** Adds to a variable a value of the same shape. Integers wrap. */
final class AssignAddVariableOp extends ResourceUpdate {
  AssignAddVariableOp() {
    super(
        "AssignAddVariableOp(resource: resource, value: dtype) -> () dtype:type; stateful",
        (dtype, attrs) -> new AllElements(ElementCombiner.add(dtype)));
  }
}
