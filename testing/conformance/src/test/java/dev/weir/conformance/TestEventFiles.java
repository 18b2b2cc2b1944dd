package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.ops.Ops;
import dev.weir.records.Compression;
import dev.weir.records.EventWriter;
import dev.weir.records.NodeTiming;
import dev.weir.records.Png;
import dev.weir.records.RecordWriter;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.TensorDifference;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.Event;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.HistogramProto;
import org.tensorflow.proto.RunMetadata;
import org.tensorflow.proto.Summary;

/** TensorFlow reads what Weir writes, and would have written the same. */
final class TestEventFiles {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void recordsAreReadByTensorFlow(Compression compression) {
    Path file = folder.resolve("records");
    List<String> written = List.of("first", "", "x".repeat(100_000), "last");
    try (RecordWriter writer = RecordWriter.create(file, compression)) {
      written.forEach(text -> writer.write(text.getBytes(StandardCharsets.UTF_8)));
    }
    List<byte[]> read = records(file, compression, written.size());
    assertThat(read)
        .extracting(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .isEqualTo(written);
  }

  @Test
  void eventsAreTensorFlows() throws IOException {
    Graph graph = new Graph();
    Ops.create(graph).withName("c").constant(1f);
    Tensor weights = random(Shape.of(50, 20));
    Path file;
    try (EventWriter writer = EventWriter.create(folder)) {
      writer.graph(graph);
      writer.scalar(7, "loss", 0.25);
      writer.histogram(8, "weights", weights);
      writer.image(9, "image", Tensors.fill(DType.UINT8, Shape.of(4, 5, 3), 77L));
      writer.runMetadata(
          10, "step10", List.of(new NodeTiming("/device:CPU:0", "c", "Const", 3, 1000, 20)));
      file = writer.file();
    }
    List<Event> events = new ArrayList<>();
    for (byte[] record : records(file, Compression.NONE, 6)) {
      events.add(Event.parseFrom(record));
    }
    assertThat(events.get(0).getFileVersion()).isEqualTo("brain.Event:2");
    assertThat(GraphDef.parseFrom(events.get(1).getGraphDef()).getNode(0).getName()).isEqualTo("c");
    assertThat(events.get(2).getStep()).isEqualTo(7);
    assertThat(events.get(2).getSummary()).isEqualTo(scalar("loss", 0.25f));
    assertThat(histogramOf(events.get(3).getSummary())).isEqualTo(histogram(weights));
    Summary.Image image = events.get(4).getSummary().getValue(0).getImage();
    assertThat(image.getHeight()).isEqualTo(4);
    assertThat(image.getWidth()).isEqualTo(5);
    assertThat(image.getColorspace()).isEqualTo(3);
    RunMetadata metadata =
        RunMetadata.parseFrom(events.get(5).getTaggedRunMetadata().getRunMetadata());
    assertThat(metadata.getStepStats().getDevStats(0).getNodeStats(0).getNodeName()).isEqualTo("c");
    assertThat(metadata.getStepStats().getDevStats(0).getNodeStats(0).getAllEndRelMicros())
        .isEqualTo(20);
  }

  @Test
  void histogramsAreCountedAlike() throws IOException {
    List<Tensor> samples =
        List.of(
            random(Shape.of(1000)),
            Tensors.vector(0f, -0f, 1f, -1f, 1e-12f, -1e-12f, 1e-13f),
            Tensors.vector(1e20f, -1e20f, Float.MAX_VALUE, -Float.MAX_VALUE),
            Tensors.vector(1.1f, 1.21f, 1.331f),
            Tensors.of(Shape.of(0), new float[0]));
    for (Tensor sample : samples) {
      try (EventWriter writer = EventWriter.create(folder)) {
        writer.histogram(1, "h", sample);
        writer.flush();
        Event event = Event.parseFrom(records(writer.file(), Compression.NONE, 2).get(1));
        assertThat(histogramOf(event.getSummary())).isEqualTo(histogram(sample));
      }
    }
  }

  @Test
  void imagesAreScaledAndPackedAlike() throws IOException {
    Tensor odd = Tensors.of(Shape.of(1, 2, 2, 1), -3f, Float.NaN, 0.5f, 1f);
    for (Tensor batch : List.of(random(Shape.of(1, 6, 5, 3)), positive(), odd)) {
      Shape shape = batch.shape().slice(1, 4);
      Tensor ours = decoded(Png.encode(batch.reshaped(shape)), (int) shape.size(2));
      Summary theirs = image(batch);
      byte[] png = theirs.getValue(0).getImage().getEncodedImageString().toByteArray();
      assertThat(TensorDifference.first(decoded(png, (int) shape.size(2)), ours)).isEmpty();
    }
  }

  private static Tensor positive() {
    float[] values = new float[4 * 4 * 4];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * 0.1f;
    }
    return Tensors.of(Shape.of(1, 4, 4, 4), values);
  }

  private static Tensor random(Shape shape) {
    Random random = new Random(5);
    float[] values = new float[(int) shape.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Tensors.of(shape, values);
  }

  /** TensorFlow's own reader of records, which checks the checksums. */
  static List<byte[]> records(Path file, Compression compression, int count) {
    String packed = compression == Compression.NONE ? "" : compression.name();
    byte[] graph =
        new Graphs()
            .placeholder("file", DType.STRING, Shape.scalar())
            .node(
                "reader",
                "TFRecordReaderV2",
                node -> node.putAttr("compression_type", string(packed)))
            .node(
                "queue",
                "FIFOQueueV2",
                node -> node.putAttr("component_types", Graphs.types(DType.STRING)))
            .node(
                "enqueue",
                "QueueEnqueueV2",
                node -> node.putAttr("Tcomponents", Graphs.types(DType.STRING)),
                "queue",
                "file")
            .node("close", "QueueCloseV2", node -> {}, "queue")
            .node("read", "ReaderReadV2", node -> {}, "reader", "queue")
            .serialized();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graph)) {
      Map<String, Tensor> name = Map.of("file", Tensors.scalar(file.toString()));
      oracle.run(name, List.of(), List.of("enqueue"));
      oracle.run(Map.of(), List.of(), List.of("close"));
      List<byte[]> records = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        records.add(oracle.run(Map.of(), List.of("read:1"), List.of()).getFirst().getBytes(0));
      }
      // nothing is left: the queue of files is at its end
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> oracle.run(Map.of(), List.of("read:1"), List.of()))
          .isInstanceOf(OracleRefusal.class);
      return records;
    }
  }

  private static Summary scalar(String tag, float value) throws IOException {
    return summary("ScalarSummary", Tensors.scalar(tag), Tensors.scalar(value));
  }

  private static HistogramProto histogram(Tensor values) throws IOException {
    return histogramOf(summary("HistogramSummary", Tensors.scalar("h"), values));
  }

  private static HistogramProto histogramOf(Summary summary) {
    return summary.getValue(0).getHisto();
  }

  private static Summary image(Tensor batch) throws IOException {
    return summary("ImageSummary", Tensors.scalar("image"), batch);
  }

  private static Summary summary(String op, Tensor tag, Tensor values) throws IOException {
    byte[] graph =
        new Graphs()
            .placeholder("tag", DType.STRING, Shape.unknown())
            .placeholder("values", DType.FLOAT32, Shape.unknown())
            .typed("summary", op, DType.FLOAT32, "tag", "values")
            .serialized();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graph)) {
      Map<String, Tensor> feeds = Map.of("tag", tag, "values", values);
      return Summary.parseFrom(
          oracle.run(feeds, List.of("summary"), List.of()).getFirst().getBytes(0));
    }
  }

  static Tensor decoded(byte[] png, int channels) {
    byte[] graph =
        new Graphs()
            .placeholder("png", DType.STRING, Shape.scalar())
            .node(
                "image",
                "DecodePng",
                node ->
                    node.putAttr("channels", Graphs.number(channels == 2 ? 0 : channels))
                        .putAttr("dtype", Graphs.type(DType.UINT8)),
                "png")
            .serialized();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graph)) {
      Tensor file = Tensors.ofStrings(Shape.scalar(), png);
      return oracle.run(Map.of("png", file), List.of("image"), List.of()).getFirst();
    }
  }

  private static AttrValue string(String text) {
    return AttrValue.newBuilder().setS(com.google.protobuf.ByteString.copyFromUtf8(text)).build();
  }
}
