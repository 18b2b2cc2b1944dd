package dev.weir.checkpoint;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Tensors to save. */
final class SampleTensors {
  private SampleTensors() {}

  /** Random bits of a type, not-a-numbers among them; of a bool only 0 and 1 are values. */
  static Tensor random(DType dtype, Shape shape, long seed) {
    Random random = new Random(seed);
    Tensor tensor = Tensor.allocate(dtype, shape);
    if (dtype == DType.STRING) {
      for (int i = 0; i < tensor.elements(); i++) {
        byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(200_000) : i % 7];
        random.nextBytes(bytes);
        tensor.setBytes(i, bytes);
      }
      return tensor.freeze();
    }
    byte[] bytes = new byte[Math.toIntExact(tensor.byteSize())];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length && dtype == DType.BOOL; i++) {
      bytes[i] &= 1;
    }
    tensor.buffer().copyFromArray(bytes, 0, 0, bytes.length);
    return tensor.freeze();
  }

  /** Small ones, all of whose values say which they are. */
  static Map<String, Tensor> numbered(int number) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("step", Tensors.scalar((long) number));
    tensors.put("weights", Tensors.fill(DType.FLOAT32, Shape.of(300, 100), (double) number));
    tensors.put("words", Tensors.vector("step", String.valueOf(number)));
    tensors.put("layer/bias", Tensors.fill(DType.INT32, Shape.of(1000), (long) number));
    return tensors;
  }
}
