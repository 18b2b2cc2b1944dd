package dev.weir.simulation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads of simulated processes. They are virtual threads that the simulation's own thread
 * carries, so one runs at a time, and code that blocks runs as it is: where it waits for a lock or
 * a future, the next event takes its turn, and when it may go on, that is an event of its own. A
 * thread whose process dies never goes on.
 *
 * <p>Some monitors are shared with threads of the JDK, as that of a {@link java.lang.ref.Cleaner}.
 * Who waits for one of those goes on as soon as it has it, before the next event: how long that
 * takes is no matter of the simulation. A monitor that a simulated thread holds while it waits is
 * an error.
 *
 * <p>The JDK has no public way to choose the carrier of a virtual thread; its internal one takes
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}. What waits for a time to pass has to ask
 * {@link dev.weir.time.Time}.
 */
final class SimulatedThreads {
  private static final Method MAKE = maker();
  private static final String PREFIX = "simulated ";

  /** What a virtual thread waits for, or has got, as the JDK notes it. */
  private static final VarHandle STATE = state();

  private static final int BLOCKED = constant("BLOCKED");
  private static final int UNBLOCKED = constant("UNBLOCKED");
  private static final Duration LONGEST_MONITOR = Duration.ofSeconds(30);

  private SimulatedThreads() {}

  private static Method maker() {
    try {
      Method method =
          Class.forName("java.lang.ThreadBuilders")
              .getDeclaredMethod(
                  "newVirtualThread", Executor.class, String.class, int.class, Runnable.class);
      method.setAccessible(true);
      return method;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this JDK has no way to choose a virtual thread's carrier", e);
    }
  }

  private static VarHandle state() {
    try {
      Class<?> type = Class.forName("java.lang.VirtualThread");
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
          .findVarHandle(type, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK does not tell what virtual threads wait for", e);
    }
  }

  private static int constant(String name) {
    try {
      Field field = Class.forName("java.lang.VirtualThread").getDeclaredField(name);
      field.setAccessible(true);
      return field.getInt(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK does not tell what virtual threads wait for", e);
    }
  }

  /** Has one simulated thread go on: as an event or, if it waited for a monitor, at once. */
  private static final class Carrier implements Executor {
    private final LifeScheduler life;
    private final SimulatedScheduler world;
    private final String name;
    private final BlockingQueue<Runnable> unblocked = new LinkedBlockingQueue<>();
    private @Nullable Thread thread;

    Carrier(LifeScheduler life, String name) {
      this.life = life;
      this.world = life.world();
      this.name = name;
    }

    @Override
    public void execute(Runnable continuation) {
      if (state() == UNBLOCKED) { // on a thread of the JDK's, or on this one if that was faster
        unblocked.add(continuation);
      } else if (world.isOwnThread()) {
        life.resume(() -> carry(continuation));
      } else {
        world.failed(new IllegalStateException(name + " waits in real time, not in the world's"));
      }
    }

    private void carry(Runnable first) {
      Runnable continuation = first;
      while (continuation != null) {
        world.carry(continuation);
        int state = state();
        continuation = state == BLOCKED || state == UNBLOCKED ? awaitMonitor() : null;
      }
    }

    private int state() {
      return thread == null ? 0 : (int) STATE.getVolatile(thread);
    }

    private @Nullable Runnable awaitMonitor() {
      try {
        Runnable continuation = unblocked.poll(LONGEST_MONITOR.toSeconds(), TimeUnit.SECONDS);
        if (continuation == null) {
          world.failed(
              new IllegalStateException(
                  name
                      + " waits for a monitor that another thread holds while it waits, too; the"
                      + " order of such threads is not the simulation's: use a Lock"));
        }
        return continuation;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Starts a thread of a process; what it does not catch is an error of the simulation. */
  static void start(LifeScheduler life, String name, Runnable body) {
    SimulatedScheduler world = life.world();
    Carrier carrier = new Carrier(life, name);
    Runnable guarded =
        () -> {
          try {
            life.time().run(body);
          } catch (RuntimeException | Error e) {
            world.failed(e);
          }
        };
    try {
      Thread thread = (Thread) MAKE.invoke(null, carrier, PREFIX + name, 0, guarded);
      carrier.thread = thread;
      thread.start();
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether the current thread is one. */
  static boolean isOne() {
    Thread current = Thread.currentThread();
    return current.isVirtual() && current.getName().startsWith(PREFIX);
  }

  /** Fails where waiting would stop the simulation. */
  static void checkIsOne() {
    if (!isOne()) {
      throw new IllegalStateException(
          Thread.currentThread() + " would wait; only simulated threads can");
    }
  }
}
