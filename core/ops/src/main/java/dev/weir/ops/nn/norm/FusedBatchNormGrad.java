package dev.weir.ops.nn.norm;

/** The gradients of {@code FusedBatchNorm}. */
final class FusedBatchNormGrad extends BatchNormGradient {
  FusedBatchNormGrad() {
    super(
        "FusedBatchNormGrad(y_backprop: T, x: T, scale: T, reserve_space_1: T,"
            + " reserve_space_2: T) -> (x_backprop: T, scale_backprop: T, offset_backprop: T,"
            + " reserve_space_3: T, reserve_space_4: T) T:type in [float]; epsilon:float=1.0E-4;"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\"]; is_training:bool=true;");
  }
}
