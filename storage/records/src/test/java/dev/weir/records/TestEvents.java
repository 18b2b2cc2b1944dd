package dev.weir.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestEvents {
  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochMilli(1_700_000_000_500L), ZoneOffset.UTC);

  @TempDir Path folder;

  @Test
  void eventsComeBackInOrder() {
    Graph graph = new Graph();
    graph.node("NoOp", "nothing").build();
    List<NodeTiming> nodes =
        List.of(
            new NodeTiming("/device:CPU:0", "a", "MatMul", 1, 10, 5),
            new NodeTiming("/device:CPU:0", "b", "Relu", 2, 15, 1));
    Tensor image = Tensors.ofLongs(DType.UINT8, Shape.of(1, 2, 3), 1, 2, 3, 4, 5, 6);
    Path file;
    try (EventWriter writer = EventWriter.create(folder.resolve("run"), CLOCK, System::nanoTime)) {
      writer.graph(graph);
      writer.scalar(1, "loss", 0.5);
      writer.histogram(2, "weights", Tensors.vector(1f, 2f, 3f));
      writer.image(3, "digit", image);
      writer.runMetadata(4, "step 4", nodes);
      writer.start(5);
      file = writer.file();
    }
    assertThat(file.getFileName().toString())
        .startsWith("events.out.tfevents.1700000000.")
        .endsWith(".v2");
    List<Event> events = EventReader.read(file);
    assertThat(events).extracting(Event::step).containsExactly(0L, 0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(events.get(0).what()).isEqualTo(new Event.FileVersion("brain.Event:2"));
    assertThat(events.get(0).seconds()).isEqualTo(1_700_000_000);
    assertThat(events.get(1).what())
        .isInstanceOfSatisfying(
            Event.GraphFile.class,
            found -> assertThat(found.graphDef()).isEqualTo(GraphDefs.toBinary(graph)));
    assertThat(events.get(2).what()).isEqualTo(new Event.Scalar("loss", 0.5f));
    assertThat(events.get(2).seconds()).isEqualTo(1_700_000_000.5);
    assertThat(events.get(3).what())
        .isEqualTo(new Event.Histogrammed("weights", Histogram.of(Tensors.vector(1f, 2f, 3f))));
    assertThat(events.get(4).what())
        .isInstanceOfSatisfying(
            Event.Image.class, found -> assertThat(found.file()).isEqualTo(Png.encode(image)));
    assertThat(events.get(5).what()).isEqualTo(new Event.RunMetadata("step 4", nodes));
    assertThat(events.get(6).what()).isEqualTo(new Event.Other("SESSION_LOG"));
  }

  @Test
  void aFileIsReadWhileItIsWritten() throws IOException {
    try (EventWriter writer = EventWriter.create(folder)) {
      writer.scalar(1, "loss", 1);
      writer.scalar(2, "loss", 2);
      writer.flush();
      assertThat(EventReader.read(writer.file())).hasSize(3);
      byte[] bytes = Files.readAllBytes(writer.file());
      Path half = folder.resolve("half");
      Files.write(half, Arrays.copyOf(bytes, bytes.length - 1));
      assertThat(EventReader.read(half)).hasSize(2);
      bytes[bytes.length - 6] ^= 1;
      Files.write(half, bytes);
      assertThatThrownBy(() -> EventReader.read(half)).hasMessageContaining("corrupted record");
    }
  }

  /** Events are written out by time that has passed, whatever the wall clock says. */
  @Test
  void eventsAreSeenAfterTheWallClockJumpedBack() {
    AtomicReference<Instant> wall = new AtomicReference<>(Instant.ofEpochSecond(1_700_000_000));
    AtomicLong nanos = new AtomicLong(-3);
    InstantSource source = wall::get;
    Clock clock = source.withZone(ZoneOffset.UTC);
    try (EventWriter writer = EventWriter.create(folder, clock, nanos::get)) {
      wall.set(wall.get().minus(Duration.ofDays(2)));
      writer.scalar(1, "loss", 1);
      nanos.addAndGet(Duration.ofSeconds(6).toNanos());
      writer.scalar(2, "loss", 2);
      assertThat(EventReader.read(writer.file())).hasSize(3);

      wall.set(wall.get().plus(Duration.ofDays(4)));
      writer.scalar(3, "loss", 3);
      assertThat(EventReader.read(writer.file())).hasSize(3);
    }
  }

  @Test
  void writersDoNotShareAFile() {
    try (EventWriter a = EventWriter.create(folder, CLOCK, System::nanoTime);
        EventWriter b = EventWriter.create(folder, CLOCK, System::nanoTime)) {
      assertThat(a.file()).isNotEqualTo(b.file());
    }
  }

  @Test
  void histogramsCountFiniteNumbers() {
    Histogram histogram = Histogram.of(Tensors.vector(-1f, 0f, 0f, 1f, 1e30f));
    assertThat(histogram.number()).isEqualTo(5);
    assertThat(histogram.counts().stream().mapToDouble(count -> count).sum()).isEqualTo(5);
    assertThat(histogram.limits()).hasSameSizeAs(histogram.counts()).isSorted();
    try (EventWriter writer = EventWriter.create(folder)) {
      assertThatThrownBy(() -> writer.histogram(1, "w", Tensors.vector(1f, Float.NaN)))
          .hasMessageContaining("histogram \"w\": element 1 of float32[2] is NaN");
    }
  }

  @Test
  void imagesArePngFiles() throws IOException {
    for (int channels = 1; channels <= 4; channels++) {
      Tensor image = Tensors.fill(DType.UINT8, Shape.of(5, 7, channels), 200L);
      var decoded = ImageIO.read(new ByteArrayInputStream(Png.encode(image)));
      assertThat(decoded.getHeight()).isEqualTo(5);
      assertThat(decoded.getWidth()).isEqualTo(7);
      assertThat(decoded.getRaster().getNumBands()).isEqualTo(channels);
      assertThat(decoded.getRaster().getSample(6, 4, channels - 1)).isEqualTo(200);
    }
    assertThatThrownBy(() -> Png.encode(Tensors.vector(1f)))
        .hasMessageContaining("an image is a tensor [height, width, 1 to 4 channels]");
  }

  @Test
  void floatingImagesAreScaled() {
    assertThat(Png.toBytes(Tensors.of(Shape.of(1, 3, 1), 0f, 1f, 2f))).containsExactly(0, 127, 255);
    assertThat(Png.toBytes(Tensors.of(Shape.of(1, 3, 1), -1f, 0f, Float.NaN)))
        .containsExactly(1, 128, 255);
  }
}
