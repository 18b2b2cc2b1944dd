package dev.weir.ops.nn.norm;

/** Normalizes the channels of images in a batch to a mean and a variance. */
final class FusedBatchNorm extends BatchNormForward {
  FusedBatchNorm() {
    super(
        "FusedBatchNorm(x: T, scale: T, offset: T, mean: T, variance: T) -> (y: T,"
            + " batch_mean: T, batch_variance: T, reserve_space_1: T, reserve_space_2: T) T:type"
            + " in [float]; epsilon:float=1.0E-4; exponential_avg_factor:float=1.0;"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\"]; is_training:bool=true;",
        "FusedBatchNormGrad");
  }
}
