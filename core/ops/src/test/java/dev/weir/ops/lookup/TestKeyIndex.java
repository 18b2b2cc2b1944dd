package dev.weir.ops.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestKeyIndex {
  @Test
  void numbersAreThoseOfAMap() {
    Random random = new Random(1);
    KeyIndex index = KeyIndex.of(DType.INT64);
    Map<Long, Integer> expected = new HashMap<>();
    int next = 0;
    for (int i = 0; i < 20_000; i++) {
      long key = (long) random.nextInt(500) << 32;
      Tensor keys = Tensors.scalar(key);
      assertThat(index.find(keys, 0)).isEqualTo(expected.getOrDefault(key, KeyIndex.MISSING));
      if (random.nextInt(3) == 0) {
        index.remove(keys, 0);
        expected.remove(key);
      } else {
        if (!expected.containsKey(key)) {
          expected.put(key, next++);
        }
        assertThat(index.add(keys, 0)).isEqualTo(expected.get(key));
      }
      assertThat(index.size()).isEqualTo(expected.size());
    }
    assertThat(index.numbers()).isEqualTo(next);
  }

  @Test
  void stringsAreEqualIfTheirBytesAre() {
    Tensor keys = Tensors.vector("a", "b", "a", "");
    KeyIndex index = KeyIndex.of(DType.STRING);
    for (int i = 0; i < 4; i++) {
      index.add(keys, i);
    }
    assertThat(index.size()).isEqualTo(3);
    assertThat(index.find(Tensors.vector("x", "b"), 1)).isEqualTo(1);
    assertThat(index.find(Tensors.vector("x", "b"), 0)).isEqualTo(KeyIndex.MISSING);
  }

  @Test
  void notANumberEqualsNothingAndZerosAreEqual() {
    Tensor keys = Tensors.vector(Float.NaN, 0f, -0f, Float.NaN);
    KeyIndex index = KeyIndex.of(DType.FLOAT32);
    for (int i = 0; i < 4; i++) {
      index.add(keys, i);
    }
    assertThat(index.size()).isEqualTo(3);
    assertThat(index.find(keys, 0)).isEqualTo(KeyIndex.MISSING);
    assertThat(index.find(keys, 2)).isEqualTo(1);
  }
}
