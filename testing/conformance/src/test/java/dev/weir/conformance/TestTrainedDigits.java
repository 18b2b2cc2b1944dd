package dev.weir.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.cli.Main;
import dev.weir.cli.digits.DigitPainter;
import dev.weir.cli.digits.DigitSet;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.json.JsonReader;
import dev.weir.records.Compression;
import dev.weir.records.RecordReader;
import dev.weir.runtime.Session;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.DeviceStepStats;
import org.tensorflow.proto.Event;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.HistogramProto;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.NodeExecStats;
import org.tensorflow.proto.RunMetadata;
import org.tensorflow.proto.SessionLog;
import org.tensorflow.proto.Summary;

/** What {@code weir train digits} leaves is TensorFlow's: the model, the checkpoint, the events. */
final class TestTrainedDigits {
  private static final int STEPS = 40;

  @TempDir static Path folder = Path.of("");
  private static Map<?, ?> result = Map.of();

  @BeforeAll
  static void train() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(out),
            new PrintWriter(err),
            "train",
            "digits",
            "--quick",
            "--json",
            "--batch=32",
            "--steps=" + STEPS,
            "--out=" + folder);
    assertThat(code).as(err.toString()).isZero();
    result = (Map<?, ?>) requireNonNull(JsonReader.read(out.toString()));
  }

  private static Path file(String field) {
    return Path.of(requireNonNull(result.get(field)).toString());
  }

  @Test
  void tensorFlowReadsTheSameDigits() throws IOException {
    DigitSet digits = DigitPainter.withoutFonts().draw(40, 77);
    int[] all = IntStream.range(0, digits.size()).toArray();
    byte[] model = Files.readAllBytes(file("model"));
    for (Tensor images : List.of(digits.images(all), inverted(digits.images(all)))) {
      List<String> fetches = List.of("logits", "digit", "probabilities");
      List<Tensor> ours;
      try (Session session = Session.open(GraphDefs.fromBinary(model))) {
        var runner = session.runner().feed("image", images);
        fetches.forEach(runner::fetch);
        ours = runner.run();
      }
      try (TensorFlowOracle oracle = TensorFlowOracle.of(model)) {
        assertThat(oracle.inferredShape("logits")).isEqualTo(Shape.of(-1, 10));
        List<Tensor> theirs = oracle.run(Map.of("image", images), fetches, List.of());
        assertClose(ours.get(0), theirs.get(0), 1e-4);
        assertThat(longs(ours.get(1))).isEqualTo(longs(theirs.get(1))).hasSize(40);
        assertClose(ours.get(2), theirs.get(2), 1e-5);
      }
      assertThat(new HashSet<>(longs(ours.get(1))))
          .as("it has learned something")
          .hasSizeGreaterThan(3);
    }
  }

  private static Tensor inverted(Tensor images) {
    Tensor inverted = Tensor.allocate(images.dtype(), images.shape());
    for (long i = 0; i < images.elements(); i++) {
      inverted.setFloat(i, 1 - images.getFloat(i));
    }
    return inverted.freeze();
  }

  private static List<Long> longs(Tensor tensor) {
    List<Long> values = new ArrayList<>();
    for (long i = 0; i < tensor.elements(); i++) {
      values.add(tensor.getLong(i));
    }
    return values;
  }

  private static void assertClose(Tensor ours, Tensor theirs, double tolerance) {
    assertThat(ours.shape()).isEqualTo(theirs.shape());
    for (long i = 0; i < ours.elements(); i++) {
      assertThat(ours.getDouble(i))
          .isCloseTo(theirs.getDouble(i), offset(tolerance * (1 + Math.abs(theirs.getDouble(i)))));
    }
  }

  @Test
  void tensorFlowRestoresTheCheckpointBitForBit() {
    Path prefix = file("checkpoint");
    Map<String, Tensor> saved = Checkpoints.load(prefix);
    assertThat(saved).containsKeys("conv2d/kernel", "adam/conv2d/kernel/m", "global_step");
    assertThat(requireNonNull(saved.get("global_step")).getLong(0)).isEqualTo(STEPS);
    TestCheckpointFiles.assertSame(TestCheckpointFiles.restoreWithTensorFlow(prefix, saved), saved);
  }

  @Test
  void tensorBoardGetsScalarsHistogramsAndImages() throws IOException {
    List<Event> events = events();
    assertThat(events.getFirst().getFileVersion()).isEqualTo("brain.Event:2");
    assertThat(events.get(1).getSessionLog().getStatus()).isEqualTo(SessionLog.SessionStatus.START);
    assertThat(events.get(1).getStep()).isEqualTo(1);
    assertThat(events).allSatisfy(event -> assertThat(event.getWallTime()).isPositive());
    // values that name no plugin are shown by that of their kind
    assertThat(tags(events, Summary.Value.ValueCase.SIMPLE_VALUE))
        .containsOnly("loss", "accuracy", "test/loss", "test/accuracy");
    assertThat(steps(events, "loss")).containsExactly(10L, 20L, 30L, 40L);
    assertThat(steps(events, "test/accuracy")).containsExactly((long) STEPS);
    assertThat(tags(events, Summary.Value.ValueCase.HISTO))
        .containsOnly(
            "conv2d/kernel",
            "conv2d/bias",
            "conv2d_1/kernel",
            "conv2d_1/bias",
            "dense/kernel",
            "dense/bias",
            "dense_1/kernel",
            "dense_1/bias");
    assertThat(tags(events, Summary.Value.ValueCase.IMAGE))
        .contains("digits")
        .anyMatch(tag -> tag.startsWith("misread/"));
    int known = 0;
    for (Summary.Value value : values(events)) {
      assertThat(value.getTag()).isNotEmpty();
      switch (value.getValueCase()) {
        case SIMPLE_VALUE -> assertThat(value.getSimpleValue()).isFinite();
        case HISTO -> check(value.getHisto());
        case IMAGE -> check(value.getImage());
        default -> throw new AssertionError("TensorBoard has no use for " + value);
      }
      known++;
    }
    assertThat(known).isGreaterThan(20);
  }

  private static void check(HistogramProto histogram) {
    assertThat(histogram.getBucketCount()).isEqualTo(histogram.getBucketLimitCount()).isPositive();
    assertThat(histogram.getBucketList().stream().mapToDouble(count -> count).sum())
        .isEqualTo(histogram.getNum());
    assertThat(histogram.getBucketLimitList()).isSorted();
    assertThat(histogram.getMin()).isLessThan(histogram.getMax());
  }

  private static void check(Summary.Image image) {
    Tensor pixels =
        TestEventFiles.decoded(image.getEncodedImageString().toByteArray(), image.getColorspace());
    assertThat(pixels.shape())
        .isEqualTo(Shape.of(image.getHeight(), image.getWidth(), image.getColorspace()));
    long bright = 0;
    for (long i = 0; i < pixels.elements(); i++) {
      bright += pixels.getLong(i) > 100 ? 1 : 0;
    }
    assertThat(bright).as("it shows something").isPositive();
  }

  @Test
  void tensorBoardGetsTheGraphAndAStepOfIt() throws IOException {
    List<Event> events = events();
    GraphDef graph =
        GraphDef.parseFrom(
            events.stream()
                .filter(event -> event.getWhatCase() == Event.WhatCase.GRAPH_DEF)
                .findFirst()
                .orElseThrow()
                .getGraphDef());
    Set<String> nodes = new HashSet<>();
    graph.getNodeList().forEach(node -> nodes.add(node.getName()));
    assertThat(nodes).contains("image", "label", "global_step");
    for (NodeDef node : graph.getNodeList()) {
      for (String input : node.getInputList()) {
        assertThat(nodes).contains(input.replaceFirst("^\\^", "").replaceFirst(":\\d+$", ""));
      }
    }
    Event traced =
        events.stream()
            .filter(event -> event.getWhatCase() == Event.WhatCase.TAGGED_RUN_METADATA)
            .findFirst()
            .orElseThrow();
    assertThat(traced.getTaggedRunMetadata().getTag()).isEqualTo("step " + traced.getStep());
    RunMetadata metadata = RunMetadata.parseFrom(traced.getTaggedRunMetadata().getRunMetadata());
    List<String> ran = new ArrayList<>();
    for (DeviceStepStats device : metadata.getStepStats().getDevStatsList()) {
      assertThat(device.getDevice()).endsWith("device:CPU:0");
      for (NodeExecStats node : device.getNodeStatsList()) {
        assertThat(node.getAllEndRelMicros()).isPositive();
        ran.add(node.getNodeName());
      }
    }
    assertThat(ran).hasSizeGreaterThan(50);
    // passes fuse nodes into new ones; those that are the graph's are what TensorBoard can show
    ran.retainAll(nodes);
    assertThat(ran).hasSizeGreaterThan(50).contains("conv2d/kernel/Read", "train");
  }

  private static List<Summary.Value> values(List<Event> events) {
    return events.stream().flatMap(event -> event.getSummary().getValueList().stream()).toList();
  }

  private static Set<String> tags(List<Event> events, Summary.Value.ValueCase kind) {
    Set<String> tags = new HashSet<>();
    values(events).stream()
        .filter(value -> value.getValueCase() == kind)
        .forEach(value -> tags.add(value.getTag()));
    return tags;
  }

  private static List<Long> steps(List<Event> events, String tag) {
    return events.stream()
        .filter(
            event ->
                event.getSummary().getValueList().stream()
                    .anyMatch(value -> value.getTag().equals(tag)))
        .map(Event::getStep)
        .toList();
  }

  /** Read by TensorFlow, which checks the checksums. */
  private static List<Event> events() throws InvalidProtocolBufferException {
    Path file = file("events");
    int count = 0;
    try (RecordReader reader = RecordReader.open(file)) {
      while (reader.next() != null) {
        count++;
      }
    }
    List<Event> events = new ArrayList<>();
    for (byte[] record : TestEventFiles.records(file, Compression.NONE, count)) {
      events.add(Event.parseFrom(record));
    }
    return events;
  }
}
