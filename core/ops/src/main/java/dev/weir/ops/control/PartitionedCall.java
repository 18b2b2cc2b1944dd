package dev.weir.ops.control;

/** The results of a function without effects. */
final class PartitionedCall extends FunctionCall {
  PartitionedCall() {
    super(
        "PartitionedCall(args: Tin...) -> (output: Tout...) Tin:list(type) >=0; Tout:list(type)"
            + " >=0; f:func; config:string=\"\"; config_proto:string=\"\";"
            + " executor_type:string=\"\";");
  }
}
