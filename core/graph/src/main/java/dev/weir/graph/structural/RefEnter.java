package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;

/**
 * {@code RefEnter(data: ref T) -> (output: ref T) T:type; frame_name:string;
 * is_constant:bool=false; parallel_iterations:int=10;} — takes a reference into a loop.
 */
final class RefEnter extends Forwarding {
  RefEnter() {
    super(
        "RefEnter(data: ref T) -> (output: ref T) T:type; frame_name:string;"
            + " is_constant:bool=false; parallel_iterations:int=10;",
        NodeKind.ENTER);
  }
}
