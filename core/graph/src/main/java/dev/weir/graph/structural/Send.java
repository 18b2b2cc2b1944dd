package dev.weir.graph.structural;

/**
 * {@code _Send(tensor: T) -> () T:type; tensor_name:string; send_device:string;
 * send_device_incarnation:int; recv_device:string; client_terminated:bool=false; stateful} — gives
 * a value, dead or alive, to another device.
 */
final class Send extends Sending {
  Send() {
    super("_Send");
  }
}
