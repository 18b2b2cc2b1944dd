package dev.weir.cluster.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.PlayedTask;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeregisterGraph;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much masters, and those who say they are, can have a worker keep. */
final class TestWorkerLimits {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final CapturedLog log = new CapturedLog();
  private final PlayedTask task = new PlayedTask(3, new WorkerLimits(3, 4, 5));

  @AfterEach
  void close() {
    log.close();
    task.close();
    assertThat(task.scheduler.failures).isEmpty();
  }

  private CompletableFuture<@Nullable Void> open(String session, Duration lease) {
    return task.worker.createSession(
        new CreateWorkerSession(session, null, PlayedTask.SELF, false, "", 0, lease),
        PlayedTask.LIMIT);
  }

  private CompletableFuture<String> register(String session) {
    return task.worker.registerGraph(
        new RegisterGraph(session, ByteBuffer.allocate(0), SessionOptions.DEFAULT),
        PlayedTask.LIMIT);
  }

  private CompletableFuture<?> ask(long step) {
    String device = task.worker.devices().get(0).name();
    String incarnation = Long.toHexString(task.worker.devices().get(0).incarnation());
    String key = device + ";" + incarnation + ";" + device + ";edge;0:0";
    return task.worker.receiveTensor(new ReceiveTensor(step, key, 0), PlayedTask.LIMIT);
  }

  private void assertExhausted(CompletableFuture<?> call, String... parts) {
    WeirException refused = task.refused(call);
    assertThat(refused.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(refused.getMessage()).contains(parts);
  }

  @Test
  void usualLimitsAreThoseOfTheDocumentation() {
    assertThat(WorkerLimits.STANDARD).isEqualTo(new WorkerLimits(10_000, 20_000, 100_000));
  }

  @Test
  void sessionsBeyondTheLimitAreRefusedUntilOneEnds() {
    for (int i = 0; i < 3; i++) {
      assertThat(open("s" + i, Duration.ZERO)).isCompleted();
    }
    assertExhausted(open("one more", Duration.ZERO), "takes part in 3 sessions; the limit is 3");
    assertThat(open("s0", Duration.ZERO)).as("it is open already").isCompleted();
    assertThat(task.worker.deleteSession("s1", PlayedTask.LIMIT)).isCompleted();
    assertThat(open("one more", Duration.ZERO)).isCompleted();
    assertThat(task.worker.sessions()).isEqualTo(3);
  }

  @Test
  void graphsBeyondTheLimitAreRefusedUntilOneIsGivenBack() {
    assertThat(open("s", Duration.ZERO)).isCompleted();
    List<String> graphs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      graphs.add(task.settled(register("s")));
    }
    assertExhausted(register("s"), "has 4 graphs registered on this task; the limit is 4");
    assertThat(
            task.worker.deregisterGraph(new DeregisterGraph("s", graphs.get(2)), PlayedTask.LIMIT))
        .isCompleted();
    assertThat(task.settled(register("s"))).isNotIn(graphs);
    assertThat(task.worker.registeredGraphs()).isEqualTo(4);
  }

  @Test
  void stepsBeyondTheLimitAreRefusedUntilOneIsForgotten() {
    for (int i = 1; i <= 5; i++) {
      assertThat(ask(i)).isNotDone();
    }
    assertExhausted(ask(6), "knows 5 unfinished steps; the limit is 5");
    assertThat(task.worker.cleanupGraph(3, PlayedTask.LIMIT)).isCompleted();
    assertThat(ask(6)).isNotDone();
    assertThat(task.worker.knownSteps()).isEqualTo(5);
    task.scheduler.advance(MINUTE.multipliedBy(2)); // no master comes for them
    assertThat(task.worker.knownSteps()).isZero();
  }

  @Test
  void handlesThatAreTooLongAreNotRemembered() {
    String handle = "x".repeat(100_000);
    List<CompletableFuture<?>> calls =
        List.of(
            open(handle, Duration.ZERO),
            task.worker.deleteSession(handle, PlayedTask.LIMIT),
            task.worker.receiveTensor(
                new ReceiveTensor(1, handle + ";1;receiver;edge;0:0", 0), PlayedTask.LIMIT),
            task.worker.receiveTensor(new ReceiveTensor(1, handle, 0), PlayedTask.LIMIT));
    for (CompletableFuture<?> call : calls) {
      WeirException refused = RpcFailures.of(call.exceptionNow());
      assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(refused.getMessage()).hasSizeLessThan(1000);
    }
  }

  @Test
  void ofAStepThatFailedAsMuchIsRememberedAsWouldBeSent() {
    EndedSteps over = new EndedSteps(3);
    over.add(1, new WeirException(ErrorCode.CANCELLED, "brief"));
    over.add(2, new WeirException(ErrorCode.DATA_LOSS, "x".repeat(100_000)));
    over.add(3, new WeirException(ErrorCode.INTERNAL, "wrapped", new AssertionError("x")));
    WeirException brief = catchThrowableOfType(WeirException.class, () -> over.refuse(1));
    assertThat(brief.code()).isEqualTo(ErrorCode.CANCELLED);
    assertThat(brief).hasMessage("brief");
    WeirException kept = catchThrowableOfType(WeirException.class, () -> over.refuse(2));
    assertThat(kept.code()).isEqualTo(ErrorCode.DATA_LOSS);
    assertThat(kept.getMessage()).startsWith("xxx").hasSizeLessThan(4000);
    assertThatThrownBy(() -> over.refuse(3)).hasMessage("wrapped").hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE / 1_000_000 + 1, -1, Long.MIN_VALUE})
  void leaseThatNoClockCanCountDoesNotKeepOthersFromExpiring(long millis) {
    assertThat(open("any", Duration.ofMillis(millis))).isCompleted();
    assertThat(open("leased", MINUTE)).isCompleted();
    task.scheduler.advance(MINUTE.multipliedBy(2));
    assertThat(task.refused(register("leased")).code()).isEqualTo(ErrorCode.ABORTED);
    assertThat(task.settled(register("any"))).isNotEmpty();
    assertThat(log.errors()).filteredOn(line -> line.contains("PeriodicTask")).isEmpty();
  }
}
