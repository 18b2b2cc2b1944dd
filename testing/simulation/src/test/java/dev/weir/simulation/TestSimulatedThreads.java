package dev.weir.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the threads of simulated processes wait for. */
@Timeout(120)
final class TestSimulatedThreads {
  private final SimulatedScheduler world =
      new SimulatedScheduler(new Chance(1), new EventLog(false));
  private final LifeScheduler life = new LifeScheduler(world);
  private final List<String> order = new ArrayList<>();

  @Test
  void nothingHappensWhileOneWaitsForAMonitorOfTheJdk() throws InterruptedException {
    Object monitor = new Object();
    CountDownLatch isHeld = new CountDownLatch(1);
    CompletableFuture<Thread> waiting = new CompletableFuture<>();
    Thread outside =
        Thread.ofPlatform()
            .start(
                () -> {
                  synchronized (monitor) {
                    isHeld.countDown();
                    Thread simulated = waiting.join();
                    while (simulated.getState() != Thread.State.BLOCKED) {
                      Thread.onSpinWait();
                    }
                  }
                });
    isHeld.await();
    SimulatedThreads.start(
        life,
        "waits",
        () -> {
          waiting.complete(Thread.currentThread());
          synchronized (monitor) {
            order.add("has the monitor");
          }
        });
    world.after(
        Duration.ofSeconds(1),
        "",
        () -> {
          synchronized (monitor) {
            order.add("the next event");
          }
        });
    world.run(Duration.ofSeconds(2));
    outside.join();
    assertThat(order).containsExactly("has the monitor", "the next event");
  }

  @Test
  void theNextEventTakesItsTurnWhileOneWaitsForAFuture() {
    CompletableFuture<String> future = new CompletableFuture<>();
    SimulatedThreads.start(life, "waits", () -> order.add(future.join()));
    world.after(
        Duration.ofSeconds(1),
        "",
        () -> {
          order.add("the next event");
          future.complete("has the value");
        });
    world.run(Duration.ofSeconds(2));
    assertThat(order).containsExactly("the next event", "has the value");
  }
}
