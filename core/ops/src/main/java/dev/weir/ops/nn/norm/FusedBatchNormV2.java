package dev.weir.ops.nn.norm;

/** {@code FusedBatchNorm} of images that may be in half precision. */
final class FusedBatchNormV2 extends BatchNormForward {
  FusedBatchNormV2() {
    super(
        "FusedBatchNormV2(x: T, scale: U, offset: U, mean: U, variance: U) -> (y: T,"
            + " batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U) T:type"
            + " in [half, bfloat16, float]; U:type in [float]; epsilon:float=1.0E-4;"
            + " exponential_avg_factor:float=1.0; data_format:string=\"NHWC\" in [\"NHWC\","
            + " \"NCHW\"]; is_training:bool=true;",
        "FusedBatchNormGradV2");
  }
}
