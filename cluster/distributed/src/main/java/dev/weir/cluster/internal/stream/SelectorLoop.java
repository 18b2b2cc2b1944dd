package dev.weir.cluster.internal.stream;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that waits for all connections of a task or client at once. */
final class SelectorLoop implements AutoCloseable {
  /** What is waited for. Only the loop calls it. */
  interface Watched {
    /** Something can be done. */
    void ready(SelectionKey key) throws IOException;

    /** A second or so has passed. */
    default void tick(long nowNanos) {}

    /** It failed, or the loop ends: it is to close itself. */
    void end(Throwable because);
  }

  private static final Logger LOG = LoggerFactory.getLogger(SelectorLoop.class);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final int ATTEMPTS = 20;
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration END = Duration.ofSeconds(5);

  private final Selector selector;
  private final Thread thread;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  SelectorLoop(String name) {
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw WeirException.ofIo("opening a selector", e);
    }
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Does something on the loop's thread; nothing if the loop has ended. A task that calls this
   * again has its next turn after all connections.
   */
  void execute(Runnable task) {
    tasks.add(task);
    if (!isCurrentThread()) {
      selector.wakeup();
    }
  }

  boolean isCurrentThread() {
    return Thread.currentThread().equals(thread);
  }

  /** Begins to wait for a channel; the key is handed over before anything else happens. */
  void register(
      SelectableChannel channel, int interest, Watched watched, Consumer<SelectionKey> keyed) {
    execute(
        () -> {
          try {
            keyed.accept(channel.register(selector, interest, watched));
          } catch (IOException | ClosedSelectorException e) {
            watched.end(e);
          }
        });
    if (closed) {
      watched.end(new ClosedSelectorException());
    }
  }

  /** Has {@link Watched#ready} called when a channel takes bytes again. */
  void awaitWritable(SelectionKey key) {
    try {
      if ((key.interestOpsOr(SelectionKey.OP_WRITE) & SelectionKey.OP_WRITE) == 0
          && !isCurrentThread()) {
        selector.wakeup();
      }
    } catch (CancelledKeyException e) {
      LOG.trace("the connection was closed meanwhile", e);
    }
  }

  private void run() {
    long ticked = System.nanoTime();
    while (!closed) {
      if (!select()) {
        break;
      }
      runTasks();
      for (SelectionKey key : selector.selectedKeys()) {
        ready(key);
      }
      selector.selectedKeys().clear();
      long now = System.nanoTime();
      if (now - ticked > TICK.toNanos()) {
        ticked = now;
        watched().forEach(each -> guarded(each, () -> each.tick(now)));
      }
    }
    end();
  }

  private boolean select() {
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        if (tasks.isEmpty()) {
          selector.select(TICK.toMillis());
        } else {
          selector.selectNow();
        }
        return true;
      } catch (IOException | OutOfMemoryError e) {
        LOG.error("{} cannot wait for the network (attempt {})", thread.getName(), i + 1, e);
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    LOG.error("{} ends: no connection works any more; restart the process", thread.getName());
    return false;
  }

  private void runTasks() {
    int waiting = tasks.size();
    for (Runnable task = tasks.poll(); task != null; task = --waiting > 0 ? tasks.poll() : null) {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        LOG.error("a task failed", e);
      }
    }
  }

  private static void ready(SelectionKey key) {
    Watched watched = (Watched) key.attachment();
    try {
      watched.ready(key);
    } catch (IOException | CancelledKeyException e) {
      watched.end(e);
    } catch (RuntimeException | Error e) {
      guarded(watched, () -> watched.end(e));
    }
  }

  private static void guarded(Watched watched, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.error("{} failed", watched, e);
    }
  }

  private List<Watched> watched() {
    List<Watched> all = new ArrayList<>();
    for (SelectionKey key : selector.keys()) {
      all.add((Watched) key.attachment());
    }
    return all;
  }

  private void end() {
    closed = true;
    runTasks();
    watched().forEach(each -> guarded(each, () -> each.end(new ClosedSelectorException())));
    try {
      selector.close();
    } catch (IOException e) {
      LOG.warn("a selector cannot be closed", e);
    }
    runTasks();
  }

  /** Ends all connections and the thread. */
  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    if (isCurrentThread()) {
      return;
    }
    try {
      thread.join(END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
