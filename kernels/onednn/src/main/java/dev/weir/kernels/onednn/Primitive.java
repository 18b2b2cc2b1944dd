package dev.weir.kernels.onednn;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A primitive compiled by oneDNN for a given number of threads. Thread-safe.
 *
 * <p>To run it, {@linkplain #acquire() acquire} an {@link Invocation}, bind data, execute it and
 * {@linkplain #release release} it. Idle invocations are kept, so that in the steady state each
 * running call has one of its own and none is made. (They are not kept per thread, for threads may
 * be virtual and many.)
 *
 * <p>Ownership: the primitive is destroyed when it has been {@linkplain #retire() retired} and its
 * last invocation has been destroyed. Calls that are under way are not disturbed.
 */
final class Primitive {

  private static final int IDLE_SLOTS =
      Integer.highestOneBit(Math.max(4, 2 * Runtime.getRuntime().availableProcessors() - 1)) * 2;

  private final PrimitiveSpec spec;
  private final int threads;
  private final long handle;
  private final long descriptor;
  private final AtomicReferenceArray<@Nullable Invocation> idle =
      new AtomicReferenceArray<>(IDLE_SLOTS);

  /** The invocations that exist, plus one until retired. */
  private final AtomicInteger users = new AtomicInteger(1);

  private volatile boolean retired;

  /** Written by the cache at each use; races are harmless. */
  private long lastUse;

  private Primitive(PrimitiveSpec spec, int threads, long handle, long descriptor) {
    this.spec = spec;
    this.threads = threads;
    this.handle = handle;
    this.descriptor = descriptor;
  }

  /** Compiles; takes from some ten microseconds to milliseconds. */
  static Primitive compile(PrimitiveSpec spec, int threads) {
    // oneDNN plans the work and sizes the scratchpad for the number of threads set now.
    OpenMp.useThreads(threads);
    try (DescriptorScope scope = new DescriptorScope()) {
      long descriptor = spec.describe(Engine.CPU, scope);
      try {
        return new Primitive(spec, threads, DnnlObjects.createPrimitive(descriptor), descriptor);
      } catch (OneDnnException e) {
        DnnlObject.PRIMITIVE_DESC.destroy(descriptor);
        throw e;
      }
    } catch (OneDnnException e) {
      throw new OneDnnException(e.status(), e.getMessage() + "; compiling " + spec, e);
    }
  }

  /** An invocation for the caller alone until released; null if the primitive has been retired. */
  @Nullable Invocation acquire() {
    int start = firstSlot();
    for (int i = 0; i < IDLE_SLOTS; i++) {
      int slot = (start + i) & (IDLE_SLOTS - 1);
      Invocation found = idle.getPlain(slot);
      if (found != null && idle.compareAndSet(slot, found, null)) {
        return found;
      }
    }
    return addUser() ? newInvocation() : null;
  }

  /** Gives back an invocation that {@link #acquire()} returned. */
  void release(Invocation invocation) {
    int start = firstSlot();
    for (int i = 0; i < IDLE_SLOTS; i++) {
      int slot = (start + i) & (IDLE_SLOTS - 1);
      if (idle.getPlain(slot) == null && idle.compareAndSet(slot, null, invocation)) {
        if (retired) {
          destroyIdle();
        }
        return;
      }
    }
    destroy(invocation);
  }

  /** Ends the use of the primitive: no new invocations are made. */
  void retire() {
    if (!retired) {
      retired = true;
      destroyIdle();
      removeUser();
    }
  }

  PrimitiveSpec spec() {
    return spec;
  }

  int threads() {
    return threads;
  }

  /** What oneDNN calls the implementation it chose. */
  String implementation() {
    return DnnlObjects.implementation(descriptor);
  }

  /** oneDNN's descriptor of the layout of an argument; lives as long as the primitive. */
  long argumentDesc(PrimitiveArgument argument) {
    return DnnlObjects.argumentDesc(descriptor, argument);
  }

  List<PrimitiveArgument> arguments() {
    return spec.arguments();
  }

  long handle() {
    return handle;
  }

  long lastUse() {
    return lastUse;
  }

  /** Written only if it changes, so that threads sharing a primitive do not share a dirty line. */
  void touch(long now) {
    if (lastUse != now) {
      lastUse = now;
    }
  }

  private static int firstSlot() {
    return (int) Thread.currentThread().threadId();
  }

  private Invocation newInvocation() {
    try {
      return new Invocation(this);
    } catch (RuntimeException e) {
      removeUser();
      throw e;
    }
  }

  private void destroyIdle() {
    for (int slot = 0; slot < IDLE_SLOTS; slot++) {
      Invocation found = idle.getAndSet(slot, null);
      if (found != null) {
        destroy(found);
      }
    }
  }

  private void destroy(Invocation invocation) {
    invocation.destroy();
    removeUser();
  }

  private boolean addUser() {
    int count = users.get();
    while (count > 0) {
      if (users.compareAndSet(count, count + 1)) {
        return true;
      }
      count = users.get();
    }
    return false;
  }

  private void removeUser() {
    if (users.decrementAndGet() == 0) {
      DnnlObject.PRIMITIVE.destroy(handle);
      DnnlObject.PRIMITIVE_DESC.destroy(descriptor);
    }
  }
}
