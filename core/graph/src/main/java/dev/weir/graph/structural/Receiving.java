package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** Base of ops that receive a value, dead or alive, from another device. */
abstract class Receiving extends RunByRuntime {
  Receiving(String name) {
    super(
        name
            + "() -> (tensor: tensor_type) tensor_type:type; tensor_name:string;"
            + " send_device:string; send_device_incarnation:int; recv_device:string;"
            + " client_terminated:bool=false; stateful",
        NodeKind.RECEIVE);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(
        context.attrs().has("_shape") ? context.attrs().shape("_shape") : Shape.unknown());
  }

  @Override
  public String notDifferentiable() {
    return "it is made by the runtime";
  }
}
