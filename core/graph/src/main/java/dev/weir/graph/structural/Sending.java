package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** Base of ops that send a value, dead or alive, to another device. */
abstract class Sending extends RunByRuntime {
  Sending(String name) {
    super(
        name
            + "(tensor: T) -> () T:type; tensor_name:string; send_device:string;"
            + " send_device_incarnation:int; recv_device:string; client_terminated:bool=false;"
            + " stateful",
        NodeKind.SEND);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of();
  }

  @Override
  public String notDifferentiable() {
    return "it is made by the runtime";
  }
}
