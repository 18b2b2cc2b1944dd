package dev.weir.conformance.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of all kinds cross between client, ps and worker, in every mix of Weir and TensorFlow. */
@Timeout(60)
@ExtendWith(Clusters.Shared.class)
final class TestValues {
  private static final List<DType> TYPES =
      List.of(
          DType.FLOAT32,
          DType.FLOAT64,
          DType.FLOAT16,
          DType.BFLOAT16,
          DType.INT8,
          DType.UINT8,
          DType.INT16,
          DType.UINT16,
          DType.INT32,
          DType.INT64,
          DType.BOOL,
          DType.COMPLEX64,
          DType.COMPLEX128,
          DType.UINT32,
          DType.UINT64,
          DType.QINT8,
          DType.QUINT8,
          DType.QINT16,
          DType.QUINT16,
          DType.QINT32);

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void everyTypeGoesThereAndBack(Setting setting, Clusters clusters) {
    Tasks tasks = Tasks.empty();
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    List<String> fetches = new ArrayList<>();
    for (DType type : TYPES) {
      for (Shape shape : List.of(Shape.scalar(), Shape.of(0), Shape.of(2, 0, 3), Shape.of(7))) {
        String name = type.name() + "_" + feeds.size();
        roundTrip(tasks, name, type);
        feeds.put(name, counted(type, shape));
        fetches.add(name + "_back");
      }
    }
    try (Client client = clusters.connect(setting, tasks.graph())) {
      List<Tensor> got = client.run(feeds, fetches, List.of());
      int i = 0;
      for (Tensor sent : feeds.values()) {
        assertThat(got.get(i++)).hasToString(sent.toString());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void stringsGoThereAndBack(Setting setting, Clusters clusters) {
    Tasks tasks = Tasks.empty();
    roundTrip(tasks, "text", DType.STRING);
    Tensor text = Tensors.vector("", "short", "Grüße", "\0\n", "l".repeat(300), "x".repeat(70_000));
    Tensor none = Tensors.of(Shape.of(0), new String[0]);
    try (Client client = clusters.connect(setting, tasks.graph())) {
      for (Tensor sent : List.of(text, none, Tensors.scalar("one"))) {
        Tensor got = client.run(Map.of("text", sent), List.of("text_back"), List.of()).getFirst();
        assertThat(got.shape()).isEqualTo(sent.shape());
        for (int i = 0; i < sent.elements(); i++) {
          assertThat(got.getString(i)).isEqualTo(sent.getString(i));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void largeTensorGoesThereAndBack(Setting setting, Clusters clusters) {
    Tasks tasks = Tasks.empty();
    roundTrip(tasks, "large", DType.FLOAT32);
    float[] values = new float[3_000_001];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    try (Client client = clusters.connect(setting, tasks.graph())) {
      Tensor got =
          client
              .run(
                  Map.of("large", Tensors.of(Shape.of(values.length), values)),
                  List.of("large_back"),
                  List.of())
              .getFirst();
      assertThat(Tasks.floats(got)).isEqualTo(values);
    }
  }

  /** From the client to the ps, to the worker, to the ps and back. */
  private static void roundTrip(Tasks tasks, String name, DType type) {
    Output fed = tasks.ps().withName(name).placeholder(type);
    Output there = tasks.worker().withName(name + "_there").control.identityN(List.of(fed)).get(0);
    tasks.ps().withName(name + "_back").control.identityN(List.of(there));
  }

  private static Tensor counted(DType type, Shape shape) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(Tensors.zeros(type, shape).byteSize()));
    for (int i = 0; bytes.hasRemaining(); i++) {
      bytes.put((byte) (type == DType.BOOL ? i % 2 : i * 3 + 1));
    }
    return Tensors.ofBytes(type, shape, bytes.flip());
  }
}
