package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;

/**
 * {@code Enter(data: T) -> (output: T) T:type; frame_name:string; is_constant:bool=false;
 * parallel_iterations:int=10;} — takes a value into the loop {@code frame_name}: to its first
 * iteration, or to every one if constant.
 */
final class Enter extends Forwarding {
  Enter() {
    super(
        "Enter(data: T) -> (output: T) T:type; frame_name:string; is_constant:bool=false;"
            + " parallel_iterations:int=10;",
        NodeKind.ENTER);
  }
}
