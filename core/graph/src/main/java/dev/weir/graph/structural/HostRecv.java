package dev.weir.graph.structural;

/**
 * {@code _HostRecv() -> (tensor: tensor_type) tensor_type:type; tensor_name:string;
 * send_device:string; send_device_incarnation:int; recv_device:string;
 * client_terminated:bool=false; stateful} — takes a value, dead or alive, from another device: what
 * a {@code _HostSend} gives.
 */
final class HostRecv extends Receiving {
  HostRecv() {
    super("_HostRecv");
  }
}
