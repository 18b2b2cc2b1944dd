package dev.weir.ops.state;

import dev.weir.graph.Node;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.HandleOp;
import dev.weir.tensor.ResourceHandle;
import java.util.List;

/**
 * The name of a variable. The variable itself comes into being when it is first assigned to; its
 * values have this element type and fit this shape.
 */
final class VarHandleOp extends HandleOp {
  VarHandleOp() {
    super(
        "VarHandleOp() -> (resource: resource) container:string=\"\"; shared_name:string=\"\";"
            + " debug_name:string=\"\"; dtype:type; shape:shape; allowed_devices:list(string)=[];"
            + " stateful",
        Variables.KIND);
  }

  @Override
  public Node.HandleData handle(ShapeContext context, int output) {
    return new Node.HandleData(context.attrs().type("dtype"), context.attrs().shape("shape"));
  }

  @Override
  protected List<ResourceHandle.TypeAndShape> contents(KernelSpec spec) {
    return List.of(
        new ResourceHandle.TypeAndShape(spec.attrs().type("dtype"), spec.attrs().shape("shape")));
  }
}
