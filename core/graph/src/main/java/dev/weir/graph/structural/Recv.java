package dev.weir.graph.structural;

/**
 * {@code _Recv() -> (tensor: tensor_type) tensor_type:type; tensor_name:string; send_device:string;
 * send_device_incarnation:int; recv_device:string; client_terminated:bool=false; stateful} — takes
 * a value, dead or alive, from another device.
 */
final class Recv extends Receiving {
  Recv() {
    super("_Recv");
  }
}
