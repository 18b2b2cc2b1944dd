package dev.weir.ops.control;

/** The results of a function that may have effects. */
final class StatefulPartitionedCall extends FunctionCall {
  StatefulPartitionedCall() {
    super(
        "StatefulPartitionedCall(args: Tin...) -> (output: Tout...) Tin:list(type) >=0;"
            + " Tout:list(type) >=0; f:func; config:string=\"\"; config_proto:string=\"\";"
            + " executor_type:string=\"\"; stateful");
  }
}
