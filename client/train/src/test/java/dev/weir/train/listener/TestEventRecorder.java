package dev.weir.train.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.records.Event;
import dev.weir.records.EventReader;
import dev.weir.records.EventWriter;
import dev.weir.records.NodeTiming;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Batches;
import dev.weir.train.FitOptions;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.Trainer;
import dev.weir.train.optimizer.GradientDescent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestEventRecorder {
  @TempDir Path folder;

  private final Model model = Model.create(new Graph(), 3);
  private final Ops ops = model.ops();
  private final Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 2));
  private final GraphVariable w = model.variable("w", ops.constant(new float[] {1, 2}));
  private final Output error = Losses.mean(ops, ops.math.square(ops.math.mul(w, x)));

  private List<Event> record(FitOptions options) {
    Trainer trainer =
        Trainer.of(model, error, GradientDescent.of(0.1f)).inputs(x).metric("error", error);
    Tensor points = Tensors.of(Shape.of(4, 2), 1f, 1f, 2f, 2f, -1f, 1f, 1f, 3f);
    try (EventWriter events = EventWriter.create(folder);
        Session session = Session.open(model.graph())) {
      trainer.fit(
          session,
          Batches.of(points),
          options.evaluating(Batches.of(points)),
          EventRecorder.to(events).everySteps(3).histograms(List.of(w)).tracing(5));
      events.flush();
      return EventReader.read(events.file());
    }
  }

  @Test
  void stepsEpochsAndATraceAreWritten() {
    double now = Instant.now().toEpochMilli() / 1e3;
    List<Event> events = record(FitOptions.epochs(2));
    assertThat(steps(events, "loss")).containsExactly(3L, 6L);
    assertThat(steps(events, "error")).containsExactly(3L, 6L);
    assertThat(steps(events, "test/loss")).containsExactly(4L, 8L);
    assertThat(steps(events, "test/error")).containsExactly(4L, 8L);
    assertThat(events)
        .filteredOn(event -> event.what() instanceof Event.Histogrammed)
        .extracting(Event::step)
        .containsExactly(4L, 8L);
    Event traced =
        events.stream()
            .filter(event -> event.what() instanceof Event.RunMetadata)
            .findFirst()
            .orElseThrow();
    assertThat(traced.step()).isEqualTo(5);
    Event.RunMetadata metadata = (Event.RunMetadata) traced.what();
    assertThat(metadata.tag()).isEqualTo("step 5");
    List<String> known = model.graph().nodes().stream().map(Node::name).toList();
    assertThat(metadata.nodes()).extracting(NodeTiming::node).isNotEmpty().isSubsetOf(known);
    assertThat(metadata.nodes())
        .allSatisfy(
            node -> {
              assertThat(node.micros()).isPositive();
              assertThat(node.startMicros() / 1e6).isBetween(now - 5, now + 300);
            });
  }

  @Test
  void oneStepInNoneIsRefused() {
    try (EventWriter events = EventWriter.create(folder)) {
      assertThatThrownBy(() -> EventRecorder.to(events).everySteps(0))
          .hasMessageContaining("got 0");
    }
  }

  private static List<Long> steps(List<Event> events, String tag) {
    return events.stream()
        .filter(event -> event.what() instanceof Event.Scalar scalar && scalar.tag().equals(tag))
        .map(Event::step)
        .toList();
  }
}
