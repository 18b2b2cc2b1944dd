package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A step in pieces leaves nothing behind, whenever it is given up. */
final class TestPartialRun {
  private static final int SIZE = 10_000;
  private static final Tensor ONES = Tensors.ones(DType.FLOAT32, Shape.of(SIZE));
  private static final RunOptions BRIEF = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(2));
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(10));

  private final Graph graph = new Graph();
  private final CountedDevices devices = CountedDevices.of(2);

  @BeforeEach
  void build() {
    FixtureGraph ops = FixtureGraph.of(graph);
    Output a = ops.withName("a").placeholder(DType.FLOAT32, Shape.of(SIZE));
    Output b = ops.withName("b").placeholder(DType.FLOAT32, Shape.of(SIZE));
    Output doubled = ops.withName("doubled").withDevice("/device:CPU:1").add(a, a);
    ops.withName("sum").withDevice("/device:CPU:0").add(doubled, b);
  }

  private static void expect(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  private PartialRun start(Session session, RunOptions options) {
    return session.partialRun(List.of("a", "b"), List.of("doubled", "sum"), List.of(), options);
  }

  /** Waits until the thread of a run that was stopped has given back what it held. */
  private void checkNothingIsHeld(PartialRun run) {
    assertThatThrownBy(run::finish).isInstanceOf(WeirException.class);
    assertThat(devices.inUse()).isZero();
  }

  @Test
  void feedThatDoesNotFitMayBeMadeAgain() {
    try (Session session = Session.open(graph, devices.config());
        PartialRun run = start(session, BOUNDED)) {
      expect(ErrorCode.INVALID_ARGUMENT, () -> run.feed("a", Tensors.scalar(1f)));
      run.feed("a", ONES);
      try (Tensor doubled = run.fetch("doubled")) {
        assertThat(doubled.getFloat(0)).isEqualTo(2);
      }
    }
  }

  @Test
  void valueThatComesTooLateIsGivenBack() {
    try (Session session = Session.open(graph, devices.config());
        PartialRun run = start(session, BRIEF)) {
      expect(ErrorCode.DEADLINE_EXCEEDED, () -> run.fetch("sum"));
      run.feed("a", ONES);
      run.fetch("doubled").close();
      run.feed("b", ONES);
      run.finish();
      run.close();
      assertThat(devices.inUse()).isZero();
    }
  }

  @Test
  void closedEarlyItGivesBackWhatWasComputed() {
    try (Session session = Session.open(graph, devices.config())) {
      PartialRun run = start(session, BOUNDED);
      run.feed("a", ONES);
      run.fetch("doubled").close();
      run.close();
      checkNothingIsHeld(run);
      expect(ErrorCode.CANCELLED, () -> run.fetch("sum"));
    }
  }

  @Test
  void closingReleasesValuesThatWereNotFetched() {
    try (Session session = Session.open(graph, devices.config())) {
      PartialRun run = start(session, BOUNDED);
      run.feed("a", ONES).feed("b", ONES);
      run.finish();
      assertThat(devices.inUse()).isPositive();
      run.close();
      assertThat(devices.inUse()).isZero();
    }
  }

  @Test
  void cancellationStopsIt() {
    Cancellation cancellation = new Cancellation();
    try (Session session = Session.open(graph, devices.config())) {
      PartialRun run = start(session, BOUNDED.withCancellation(cancellation));
      run.feed("a", ONES);
      run.fetch("doubled").close();
      cancellation.cancel();
      expect(ErrorCode.CANCELLED, () -> run.fetch("sum"));
      checkNothingIsHeld(run);
    }
  }

  @Test
  void fetchMayBeAskedForOnceOnly() {
    try (Session session = Session.open(graph, devices.config())) {
      assertThatThrownBy(
              () -> session.partialRun(List.of("a"), List.of("a", "a"), List.of(), BOUNDED))
          .hasMessageContaining("a:0 is fetched twice");
    }
  }
}
