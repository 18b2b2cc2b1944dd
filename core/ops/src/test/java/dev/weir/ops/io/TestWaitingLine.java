package dev.weir.ops.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.state.Mutex;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Blocked ops sleep until the one event they wait for, and until their step is stopped. */
final class TestWaitingLine {
  private static final QueueSpec SCALARS =
      new QueueSpec("FIFOQueue", List.of(DType.INT64), List.of(Shape.scalar()), 1, 0, false);

  private final TensorQueue queue = new TensorQueue("q", SCALARS, QueueOrder.arrival());

  /** A step that counts how often its ops look whether they may go on. */
  private static final class CountingStep {
    private final AtomicLong looks = new AtomicLong();
    private final List<Runnable> wakeups = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;

    KernelContext context() {
      return (KernelContext)
          Proxy.newProxyInstance(
              KernelContext.class.getClassLoader(),
              new Class<?>[] {KernelContext.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "checkCancelled" -> check();
                    case "onStop" -> register((Runnable) arguments[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                  });
    }

    private Object check() {
      looks.incrementAndGet();
      if (stopped) {
        throw new WeirException(ErrorCode.CANCELLED, "the step was stopped");
      }
      return this;
    }

    private KernelContext.StopRegistration register(Runnable wake) {
      wakeups.add(wake);
      return () -> wakeups.remove(wake);
    }

    void stop() {
      stopped = true;
      wakeups.forEach(Runnable::run);
    }
  }

  private CompletableFuture<Long> dequeue(CountingStep step) {
    KernelContext context = step.context();
    return onThread(
        () -> {
          Tensor taken = queue.dequeue(context, 1, false).get(0).get(0);
          long value = taken.getLong(0);
          taken.buffer().release();
          return value;
        });
  }

  private static <T> CompletableFuture<T> onThread(java.util.function.Supplier<T> body) {
    return CompletableFuture.supplyAsync(body, task -> Thread.ofVirtual().start(task));
  }

  private void enqueue(CountingStep step, long value) {
    queue.enqueue(step.context(), List.of(List.of(Tensors.scalar(value).retained())));
  }

  private static void awaitBlocked(CountingStep step, int ops) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (step.wakeups.size() < ops) {
      assertThat(System.nanoTime()).as("%d ops wait", step.wakeups.size()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void blockedOpDoesNotPollAndStoppingTheStepWakesIt() throws Exception {
    CountingStep step = new CountingStep();
    CompletableFuture<Long> blocked = dequeue(step);
    awaitBlocked(step, 1);
    assertThatThrownBy(() -> blocked.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(step.looks.get()).as("looks while nothing happens").isLessThanOrEqualTo(2);
    step.stop();
    assertThatThrownBy(() -> blocked.get(30, TimeUnit.SECONDS))
        .cause()
        .hasMessageContaining("the step was stopped");
    assertThat(step.wakeups).isEmpty();
  }

  @Test
  void oneElementWakesOneOfThousandsOfOps() throws Exception {
    int ops = 3000;
    CountingStep consumer = new CountingStep();
    List<CompletableFuture<Long>> blocked = new ArrayList<>();
    for (int i = 0; i < ops; i++) {
      blocked.add(dequeue(consumer));
    }
    awaitBlocked(consumer, ops);
    CountingStep producer = new CountingStep();
    long sum = 0;
    for (int i = 0; i < ops; i++) {
      enqueue(producer, i);
      sum += i;
    }
    long taken = 0;
    for (CompletableFuture<Long> op : blocked) {
      taken += op.get(30, TimeUnit.SECONDS);
    }
    assertThat(taken).isEqualTo(sum);
    // two before the wait; then one for the element and one for becoming first
    assertThat(consumer.looks.get()).isLessThanOrEqualTo(6L * ops);
  }

  @Test
  void stoppingOneStepWakesNoOther() throws Exception {
    CountingStep staying = new CountingStep();
    CompletableFuture<Long> first = dequeue(staying);
    awaitBlocked(staying, 1);
    long looks = staying.looks.get();
    CountingStep stopped = new CountingStep();
    CompletableFuture<Long> second = dequeue(stopped);
    awaitBlocked(stopped, 1);
    CompletableFuture<Long> third = dequeue(staying);
    awaitBlocked(staying, 2);
    stopped.stop();
    assertThatThrownBy(() -> second.get(30, TimeUnit.SECONDS))
        .cause()
        .hasMessageContaining("the step was stopped");
    assertThat(staying.looks.get()).isLessThanOrEqualTo(looks + 4);
    enqueue(staying, 7);
    enqueue(staying, 8);
    assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(7);
    assertThat(third.get(30, TimeUnit.SECONDS)).isEqualTo(8);
  }

  @Test
  void mutexPassesOnWhenTheFirstInLineIsStopped() throws Exception {
    Mutex mutex = new Mutex();
    CountingStep holder = new CountingStep();
    Mutex.Lock held = mutex.acquire(holder.context());
    CountingStep stopped = new CountingStep();
    CountingStep next = new CountingStep();
    CompletableFuture<Mutex.Lock> second = onThread(() -> mutex.acquire(stopped.context()));
    awaitBlocked(stopped, 1);
    CompletableFuture<Mutex.Lock> third = onThread(() -> mutex.acquire(next.context()));
    awaitBlocked(next, 1);
    stopped.stop();
    held.close();
    assertThatThrownBy(() -> second.get(30, TimeUnit.SECONDS)).isNotNull();
    third.get(30, TimeUnit.SECONDS).close();
  }
}
