package dev.weir.graph.structural;

/**
 * {@code _HostSend(tensor: T) -> () T:type; tensor_name:string; send_device:string;
 * send_device_incarnation:int; recv_device:string; client_terminated:bool=false; stateful} — gives
 * a value, dead or alive, to another device. TensorFlow's masters write it for values that are in
 * host memory on every device, such as strings.
 */
final class HostSend extends Sending {
  HostSend() {
    super("_HostSend");
  }
}
