package dev.weir.ops.state;

import dev.weir.graph.kernel.KernelContext;

/** An op on a table, which is its input 0. */
abstract class TableOp extends StateOp {
  TableOp(String signature) {
    super(signature);
  }

  static LookupTable table(KernelContext context) {
    return Handles.require(context, 0, LookupTable.class);
  }
}
