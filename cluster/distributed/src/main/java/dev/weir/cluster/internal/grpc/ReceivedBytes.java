package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.MemoryAccount;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a message that gRPC gathers until it is whole. While they are, they are on the
 * account of the allocator; if that has no room for them, the call is ended. Only the thread that
 * reads the connection, and the one that ends the call, use it.
 */
final class ReceivedBytes {
  private final Allocator allocator;
  private final Traffic traffic;
  private final SmallMessages small;
  private @Nullable MemoryAccount account;
  private @Nullable Consumer<WeirException> whenExhausted;
  private long total;
  private long uncharged;
  private boolean over;

  ReceivedBytes(Allocator allocator, Traffic traffic, SmallMessages small) {
    this.allocator = allocator;
    this.traffic = traffic;
    this.small = small;
  }

  /** Sets the listener that is called once if there is no memory. */
  synchronized void whenExhausted(Consumer<WeirException> told) {
    whenExhausted = told;
  }

  /** More bytes have come. */
  void add(long bytes) {
    traffic.received(bytes);
    Consumer<WeirException> told;
    WeirException failure;
    synchronized (this) {
      total += bytes;
      if (over) {
        return;
      }
      if (uncharged + bytes <= SmallMessages.EACH && small.add(bytes)) {
        uncharged += bytes;
        return;
      }
      try {
        MemoryAccount charged = account;
        if (charged == null) {
          charged = allocator.account("messages received by gRPC");
          account = charged;
        }
        charged.charge(uncharged + bytes);
        small.remove(uncharged);
        uncharged = 0;
        return;
      } catch (WeirException e) {
        failure = e;
        over = true;
      }
      told = whenExhausted;
      whenExhausted = null;
    }
    if (told != null) {
      told.accept(failure);
    }
  }

  /** How many bytes arrived so far. */
  synchronized long total() {
    return total;
  }

  /** The message has been read, or never will be. */
  synchronized void close() {
    over = true;
    small.remove(uncharged);
    uncharged = 0;
    MemoryAccount charged = account;
    account = null;
    if (charged != null) {
      charged.close();
    }
  }
}
