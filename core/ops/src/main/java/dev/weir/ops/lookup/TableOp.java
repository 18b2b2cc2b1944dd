package dev.weir.ops.lookup;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.Handles;
import dev.weir.ops.support.StateOp;

/** An op on a table, which is its input 0. */
abstract class TableOp extends StateOp {
  TableOp(String signature) {
    super(signature);
  }

  static LookupTable table(KernelContext context) {
    return Handles.require(context, 0, LookupTable.class);
  }
}
