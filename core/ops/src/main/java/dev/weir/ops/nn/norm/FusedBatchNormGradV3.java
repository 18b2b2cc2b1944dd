package dev.weir.ops.nn.norm;

/** The gradients of {@code FusedBatchNormV3}. */
final class FusedBatchNormGradV3 extends BatchNormGradient {
  FusedBatchNormGradV3() {
    super(
        "FusedBatchNormGradV3(y_backprop: T, x: T, scale: float, reserve_space_1: U,"
            + " reserve_space_2: U, reserve_space_3: U) -> (x_backprop: T, scale_backprop: U,"
            + " offset_backprop: U, reserve_space_4: U, reserve_space_5: U) T:type in [half,"
            + " bfloat16, float]; U:type in [float]; epsilon:float=1.0E-4;"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\", \"NDHWC\", \"NCDHW\"];"
            + " is_training:bool=true;");
  }
}
