package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.tensor.memory.CachingAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * When a call waits for its peer for too long, and when received bytes count, on a played clock.
 */
final class TestCallProgress {
  private static final long LIMIT = Duration.ofSeconds(30).toNanos();
  private static final long HOUR = Duration.ofHours(1).toNanos();
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private final CachingAllocator allocator = new CachingAllocator(64 * MIB);
  private final SmallMessages small = new SmallMessages();
  private final ReceivedBytes received = new ReceivedBytes(allocator, new Traffic(), small);
  private final CallProgress call = new CallProgress(received);
  private final List<String> told = new ArrayList<>();

  /** Begins to receive; the time that was before it. */
  private long begin() {
    call.receiving(() -> told.add("stalled"));
    return System.nanoTime();
  }

  @Test
  void requestsMustMakeProgress() {
    long start = begin();
    received.add(16 * KIB);
    call.check(start + LIMIT - 1, LIMIT);
    received.add(16 * KIB);
    call.check(start + 2 * LIMIT - 2, LIMIT);
    received.add(16 * KIB - 1); // a little is none
    call.check(start + 3 * LIMIT - 3, LIMIT);
    assertThat(told).isEmpty();
    call.check(start + 3 * LIMIT + 1, LIMIT);
    assertThat(told).containsExactly("stalled");
    call.check(start + HOUR, LIMIT);
    assertThat(told).as("told once").hasSize(1);
  }

  @Test
  void callsUnderWayMayTakeTheirTime() {
    long start = begin();
    call.running();
    call.check(start + HOUR, LIMIT);
    assertThat(told).isEmpty();
  }

  @Test
  void largeAnswersHaveMoreTime() {
    begin();
    call.running();
    AtomicLong sent = new AtomicLong(MIB);
    call.answering(MIB, sent::get); // 16 s at 64 KiB a second
    long start = System.nanoTime();
    sent.addAndGet(16 * KIB);
    call.check(start + LIMIT, LIMIT);
    assertThat(told).isEmpty();
    sent.addAndGet(16 * KIB);
    call.check(start + LIMIT + Duration.ofSeconds(17).toNanos(), LIMIT);
    assertThat(told).containsExactly("stalled");
  }

  @Test
  void answersMustMakeProgress() {
    begin();
    call.running();
    AtomicLong sent = new AtomicLong(MIB);
    call.answering(1L << 40, sent::get);
    long start = System.nanoTime();
    sent.addAndGet(16 * KIB);
    call.check(start + LIMIT, LIMIT);
    sent.addAndGet(16 * KIB - 1); // a little is none
    call.check(start + 2 * LIMIT, LIMIT);
    assertThat(told).isEmpty();
    call.check(start + 2 * LIMIT + 1, LIMIT);
    assertThat(told).containsExactly("stalled");
  }

  @Test
  void peersAreNotBlamedWhenThisProcessDidNotRun() {
    long start = begin();
    call.excuse(start + HOUR);
    call.check(start + HOUR + LIMIT, LIMIT);
    assertThat(told).isEmpty();
  }

  @Test
  void closedCallsAreForgotten() {
    OpenCalls calls = new OpenCalls(Duration.ofNanos(LIMIT));
    begin();
    calls.add(call);
    assertThat(calls.size()).isOne();
    calls.remove(call);
    calls.add(call); // a thread was late
    assertThat(calls.size()).isZero();
    call.check(System.nanoTime() + HOUR, LIMIT);
    assertThat(told).isEmpty();
  }

  /** Thousands of calls with a little each are as much as one large message. */
  @Test
  void smallMessagesAreChargedOnceTheyAreMany() {
    List<ReceivedBytes> messages = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      ReceivedBytes message = new ReceivedBytes(allocator, new Traffic(), small);
      message.add(60 * KIB);
      messages.add(message);
    }
    long free = SmallMessages.ALL / KIB / 60 * 60 * KIB;
    assertThat(allocator.usage().inUse()).isEqualTo(600 * 60 * KIB - free);
    messages.forEach(ReceivedBytes::close);
    assertThat(allocator.usage().inUse()).isZero();
    received.add(60 * KIB);
    assertThat(allocator.usage().inUse()).as("a few small ones are free again").isZero();
    received.add(60 * KIB);
    assertThat(allocator.usage().inUse()).as("all of a large one").isEqualTo(120 * KIB);
    received.close();
    assertThat(allocator.usage().inUse()).isZero();
  }
}
