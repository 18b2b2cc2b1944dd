package dev.weir.ops.nn.norm;

/** {@code FusedBatchNorm} of images or volumes, with room for what a device wants to keep. */
final class FusedBatchNormV3 extends BatchNormForward {
  FusedBatchNormV3() {
    super(
        "FusedBatchNormV3(x: T, scale: U, offset: U, mean: U, variance: U) -> (y: T,"
            + " batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U,"
            + " reserve_space_3: U) T:type in [half, bfloat16, float]; U:type in [bfloat16,"
            + " float]; epsilon:float=1.0E-4; exponential_avg_factor:float=1.0;"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\", \"NDHWC\", \"NCDHW\"];"
            + " is_training:bool=true;",
        "FusedBatchNormGradV3");
  }
}
