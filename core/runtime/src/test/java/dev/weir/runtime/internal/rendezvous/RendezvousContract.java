package dev.weir.runtime.internal.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.CachingAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every {@link Rendezvous} must do, whether its ends are in one process or in two. */
abstract class RendezvousContract {
  private static final int SIZE = 1000;
  private static final WeirException STOPPED =
      new WeirException(ErrorCode.CANCELLED, "stopped for a test");

  private final CachingAllocator memory = new CachingAllocator(64 << 20);

  /** A fresh rendezvous. */
  abstract Rendezvous fresh();

  /** A key two ends of this rendezvous can meet under. */
  String key(String name) {
    String cpu = "/job:localhost/replica:0/task:0/device:CPU:0";
    return cpu + ";0000000000000001;" + cpu + ";" + name + ";0:0";
  }

  private Rendezvous.Value value(float first) {
    Tensor tensor = Tensor.allocate(memory, DType.FLOAT32, Shape.of(SIZE), "a value");
    tensor.setFloat(0, first);
    return new Rendezvous.Value(tensor);
  }

  private long inUse() {
    return memory.usage().inUse();
  }

  /** Asks for a value; the result is what the receiver is told. */
  private static CompletableFuture<Rendezvous.Value> received(Rendezvous rendezvous, String key) {
    CompletableFuture<Rendezvous.Value> arrival = new CompletableFuture<>();
    AtomicInteger calls = new AtomicInteger();
    rendezvous.receive(
        key,
        (value, error) -> {
          assertThat(calls.incrementAndGet()).as("calls of one receiver").isEqualTo(1);
          assertThat(value == null).isNotEqualTo(error == null);
          if (error != null) {
            arrival.completeExceptionally(error);
          } else {
            arrival.complete(value);
          }
        });
    return arrival;
  }

  private static Rendezvous.Value await(CompletableFuture<Rendezvous.Value> arrival)
      throws InterruptedException, ExecutionException, TimeoutException {
    return arrival.get(10, TimeUnit.SECONDS);
  }

  private void checkFirst(Rendezvous.Value value, float expected) {
    Tensor tensor = value.tensor();
    assertThat(tensor).isNotNull();
    assertThat(tensor.shape()).isEqualTo(Shape.of(SIZE));
    assertThat(tensor.getFloat(0)).isEqualTo(expected);
    tensor.buffer().release();
    assertThat(inUse()).as("bytes still in use").isZero();
  }

  private static void checkStopped(CompletableFuture<Rendezvous.Value> arrival) {
    assertThatThrownBy(() -> await(arrival))
        .hasCauseInstanceOf(WeirException.class)
        .hasMessageContaining("stopped for a test");
  }

  @Test
  void valueWaitsForItsReceiver() throws Exception {
    Rendezvous rendezvous = fresh();
    rendezvous.send(key("a"), value(1));
    checkFirst(await(received(rendezvous, key("a"))), 1);
  }

  @Test
  void receiverWaitsForItsValue() throws Exception {
    Rendezvous rendezvous = fresh();
    CompletableFuture<Rendezvous.Value> arrival = received(rendezvous, key("a"));
    assertThat(arrival).isNotDone();
    rendezvous.send(key("a"), value(2));
    checkFirst(await(arrival), 2);
  }

  @Test
  void keysDoNotMix() throws Exception {
    Rendezvous rendezvous = fresh();
    CompletableFuture<Rendezvous.Value> b = received(rendezvous, key("b"));
    rendezvous.send(key("a"), value(1));
    assertThat(b).isNotDone();
    rendezvous.send(key("b"), value(2));
    Tensor second = await(b).tensor();
    assertThat(second).isNotNull();
    assertThat(second.getFloat(0)).isEqualTo(2);
    second.buffer().release();
    checkFirst(await(received(rendezvous, key("a"))), 1);
  }

  @Test
  void deadValueArrivesDead() throws Exception {
    Rendezvous rendezvous = fresh();
    rendezvous.send(key("a"), Rendezvous.Value.DEAD);
    assertThat(await(received(rendezvous, key("a"))).tensor()).isNull();
    CompletableFuture<Rendezvous.Value> b = received(rendezvous, key("b"));
    rendezvous.send(key("b"), Rendezvous.Value.DEAD);
    assertThat(await(b).tensor()).isNull();
  }

  @Test
  void secondValueUnderAKeyIsRefusedAndGivenBack() throws Exception {
    Rendezvous rendezvous = fresh();
    rendezvous.send(key("a"), value(1));
    assertThatThrownBy(() -> rendezvous.send(key("a"), value(2)))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("sent twice")
        .hasMessageContaining(key("a"));
    checkFirst(await(received(rendezvous, key("a"))), 1);
  }

  @Test
  void secondReceiverOfAKeyIsRefused() throws Exception {
    Rendezvous rendezvous = fresh();
    CompletableFuture<Rendezvous.Value> first = received(rendezvous, key("a"));
    CompletableFuture<Rendezvous.Value> second = received(rendezvous, key("a"));
    assertThatThrownBy(() -> await(second)).hasMessageContaining("two receivers wait");
    rendezvous.send(key("a"), value(3));
    checkFirst(await(first), 3);
  }

  @Test
  void abortFailsWaitingReceives() {
    Rendezvous rendezvous = fresh();
    CompletableFuture<Rendezvous.Value> a = received(rendezvous, key("a"));
    CompletableFuture<Rendezvous.Value> b = received(rendezvous, key("b"));
    rendezvous.abort(STOPPED);
    checkStopped(a);
    checkStopped(b);
  }

  @Test
  void abortReleasesValuesThatWereNotReceived() {
    Rendezvous rendezvous = fresh();
    rendezvous.send(key("a"), value(1));
    rendezvous.send(key("b"), Rendezvous.Value.DEAD);
    rendezvous.send(key("c"), value(1));
    rendezvous.abort(STOPPED);
    assertThat(inUse()).isZero();
  }

  @Test
  void whatComesAfterAnAbortFailsToo() {
    Rendezvous rendezvous = fresh();
    rendezvous.abort(STOPPED);
    rendezvous.send(key("a"), value(1));
    assertThat(inUse()).isZero();
    checkStopped(received(rendezvous, key("a")));
  }

  @Test
  void firstCauseOfAnAbortStays() {
    Rendezvous rendezvous = fresh();
    rendezvous.abort(STOPPED);
    rendezvous.abort(new WeirException(ErrorCode.INTERNAL, "something else"));
    checkStopped(received(rendezvous, key("a")));
  }

  @Test
  void receiverMayUseTheRendezvous() throws Exception {
    Rendezvous rendezvous = fresh();
    CompletableFuture<Rendezvous.Value> b = received(rendezvous, key("b"));
    rendezvous.receive(
        key("a"),
        (value, error) -> rendezvous.send(key("b"), value == null ? Rendezvous.Value.DEAD : value));
    rendezvous.send(key("a"), value(4));
    checkFirst(await(b), 4);
  }

  @Test
  void pairsMeetOnceHoweverTheyRace() throws Exception {
    int pairs = 2000;
    Rendezvous rendezvous = fresh();
    List<CompletableFuture<Rendezvous.Value>> arrivals = new ArrayList<>();
    CompletableFuture<Void> sender =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < pairs; i++) {
                rendezvous.send(key("race" + i), i % 3 == 0 ? Rendezvous.Value.DEAD : value(i));
              }
            });
    for (int i = 0; i < pairs; i++) {
      arrivals.add(received(rendezvous, key("race" + i)));
      if (i % 3 != 0 && i > 100) { // keeps few values at a time
        release(await(arrivals.get(i)));
      }
    }
    sender.get(10, TimeUnit.SECONDS);
    for (int i = 0; i < pairs; i++) {
      Rendezvous.Value value = await(arrivals.get(i));
      if (i % 3 != 0 && i <= 100) {
        release(value);
      }
    }
    assertThat(inUse()).isZero();
  }

  @Test
  void abortDuringARaceLosesNothing() throws Exception {
    for (int round = 0; round < 50; round++) {
      Rendezvous rendezvous = fresh();
      CompletableFuture<Void> sender =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 20; i++) {
                  rendezvous.send(key("race" + i), value(i));
                }
              });
      CompletableFuture<Void> stopper = CompletableFuture.runAsync(() -> rendezvous.abort(STOPPED));
      List<CompletableFuture<Rendezvous.Value>> arrivals = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        arrivals.add(received(rendezvous, key("race" + i)));
      }
      CompletableFuture.allOf(sender, stopper).get(10, TimeUnit.SECONDS);
      for (CompletableFuture<Rendezvous.Value> arrival : arrivals) {
        arrival.handle((value, error) -> error != null || release(value)).get(10, TimeUnit.SECONDS);
      }
      assertThat(inUse()).as("after round %d", round).isZero();
    }
  }

  private static boolean release(Rendezvous.Value value) {
    if (value.tensor() != null) {
      value.tensor().buffer().release();
    }
    return true;
  }
}
