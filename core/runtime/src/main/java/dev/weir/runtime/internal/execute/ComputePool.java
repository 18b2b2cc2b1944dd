package dev.weir.runtime.internal.execute;

import dev.weir.graph.kernel.ParallelFor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that compute: one fewer than cores, since the thread that runs a step computes too.
 * They share out whole nodes and the loops inside kernels alike, so that together they never use
 * more cores than there are.
 */
public final class ComputePool implements ParallelFor {
  private static final int PARTS_PER_THREAD = 4;

  private final int threads;
  private final Executor executor;
  private final ThreadStarter blocking;

  /** The pool's own threads; null if an executor runs the tasks. */
  private final @Nullable ThreadPoolExecutor workers;

  /** Threads that wait for their step and help meanwhile, and loops for them. */
  private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

  private final Queue<Loop> open = new ConcurrentLinkedQueue<>();

  /** A pool that keeps {@code threads} cores busy, the caller's included. */
  public ComputePool(int threads) {
    this.threads = threads;
    AtomicInteger number = new AtomicInteger();
    ThreadFactory factory =
        task -> {
          Thread thread = new Thread(task, "weir-compute-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        };
    int size = Math.max(1, threads - 1);
    workers = new ThreadPoolExecutor(size, size, 1, TimeUnit.MINUTES, new WatchedQueue(), factory);
    workers.allowCoreThreadTimeOut(true);
    executor = workers;
    blocking = ComputePool::startVirtual;
  }

  private ComputePool(Executor executor, ThreadStarter blocking) {
    this.threads = 1;
    this.executor = executor;
    this.blocking = blocking;
    this.workers = null;
  }

  /** A pool whose tasks run, one by one or however it likes, where {@code executor} runs them. */
  public static ComputePool on(Executor executor) {
    return on(executor, ComputePool::startVirtual);
  }

  /**
   * A pool whose tasks run where {@code executor} runs them.
   *
   * @param blocking starts threads for tasks that may wait for long
   */
  public static ComputePool on(Executor executor, ThreadStarter blocking) {
    return new ComputePool(executor, blocking);
  }

  private static void startVirtual(String name, Runnable task) {
    Thread.ofVirtual().name(name).start(task);
  }

  /** Runs a task that may wait for long, on a thread of its own. */
  void executeBlocking(String name, Runnable task) {
    blocking.start(name, task);
  }

  /** Starts a thread of the given name. */
  @FunctionalInterface
  public interface ThreadStarter {
    void start(String name, Runnable task);
  }

  /** The pool of this process, over all its cores. */
  public static ComputePool shared() {
    return Shared.POOL;
  }

  private static final class Shared {
    static final ComputePool POOL =
        new ComputePool(
            Integer.getInteger("weir.threads", Runtime.getRuntime().availableProcessors()));
  }

  @Override
  public int threads() {
    return threads;
  }

  /** Whether a worker has nothing to do; a hint. */
  boolean hasIdleWorker() {
    return threads > 1
        && workers != null
        && workers.getActiveCount() < threads - 1
        && workers.getQueue().isEmpty();
  }

  /** Whether tasks run on threads of its own, not on those of an executor. */
  public boolean hasOwnThreads() {
    return workers != null;
  }

  /** Runs a task on a worker. */
  public void execute(Runnable task) {
    executor.execute(task);
  }

  @Override
  public void forRange(long total, long grain, Range body) {
    long parts =
        Math.min(Math.ceilDiv(total, Math.max(1, grain)), (long) threads * PARTS_PER_THREAD);
    if (parts <= 1 || threads == 1) {
      if (total > 0) {
        body.run(0, total);
      }
      return;
    }
    Loop loop = new Loop(total, parts, body);
    for (int helper = 1; helper < Math.min(threads, parts); helper++) {
      executor.execute(loop);
    }
    Thread helper = waiting.peek();
    if (helper == null) {
      loop.run();
    } else {
      open.add(loop);
      LockSupport.unpark(helper);
      loop.run();
      open.remove(loop);
    }
    loop.awaitOthers();
  }

  /**
   * Waits until something is over, which is signaled by unparking this thread, or until the thread
   * is interrupted. Meanwhile it helps with loops: a worker may be at the only node that runs, and
   * the loops in that have no other core.
   */
  void helpUntil(BooleanSupplier isOver) {
    Thread self = Thread.currentThread();
    waiting.add(self);
    try {
      while (!isOver.getAsBoolean() && !self.isInterrupted()) {
        Loop loop = watch(isOver);
        if (loop != null) {
          loop.run();
        } else {
          LockSupport.park(this);
        }
      }
    } finally {
      waiting.remove(self);
    }
  }

  /** A loop that comes up before long; null if none does. */
  private @Nullable Loop watch(BooleanSupplier isOver) {
    long end = System.nanoTime() + WatchedQueue.WATCH_NANOS;
    while (System.nanoTime() - end < 0 && !isOver.getAsBoolean()) {
      Loop loop = open.peek();
      if (loop != null && loop.hasParts()) {
        return loop;
      }
      Thread.onSpinWait();
    }
    return null;
  }

  /**
   * A queue that a worker watches for a while before it sleeps: waking one takes longer than many a
   * kernel, and in a step the next is near.
   */
  private static final class WatchedQueue extends LinkedBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1;
    private static final long WATCH_NANOS = 20_000;

    @Override
    public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
      long end = System.nanoTime() + WATCH_NANOS;
      while (isEmpty() && System.nanoTime() - end < 0) {
        Thread.onSpinWait();
      }
      return super.poll(timeout, unit);
    }
  }

  /** A loop in parts; idle threads take one part after the other. */
  private static final class Loop implements Runnable {
    private final long total;
    private final long parts;
    private final Range body;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread owner = Thread.currentThread();

    Loop(long total, long parts, Range body) {
      this.total = total;
      this.parts = parts;
      this.body = body;
    }

    @Override
    public void run() {
      for (long part = next.getAndIncrement(); part < parts; part = next.getAndIncrement()) {
        try {
          if (failure.get() == null) {
            body.run(total * part / parts, total * (part + 1) / parts);
          }
        } catch (RuntimeException | Error e) {
          failure.compareAndSet(null, e);
        }
        if (done.incrementAndGet() == parts) {
          LockSupport.unpark(owner);
        }
      }
    }

    boolean hasParts() {
      return next.get() < parts;
    }

    /** Parts others took are being computed right now, so this wait is as long as one part. */
    void awaitOthers() {
      for (int spins = 0; done.get() < parts; spins++) {
        if (spins < 1000) {
          Thread.onSpinWait();
        } else {
          LockSupport.parkNanos(this, 50_000);
        }
      }
      Throwable thrown = failure.get();
      if (thrown instanceof RuntimeException e) {
        throw e;
      }
      if (thrown instanceof Error e) {
        throw e;
      }
    }
  }
}
