package dev.weir.cluster.internal.transport;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of peers by address: tasks that restart at other addresses leave entries behind.
 * When there are too many, the idle one that was not used for longest is closed. Thread-safe.
 */
public final class PeerCache<P> {
  /** The limit where the size of the cluster is unknown. */
  public static final int MOST = 1_000;

  private final IntSupplier most;
  private final Function<String, P> connect;
  private final Predicate<P> isIdle;
  private final Consumer<P> close;
  private final Map<String, P> peers = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * None yet.
   *
   * @param most how many there may be
   * @param connect makes the peer of an address
   * @param isIdle whether a peer has no calls under way
   * @param close ends a peer that is idle
   */
  public PeerCache(int most, Function<String, P> connect, Predicate<P> isIdle, Consumer<P> close) {
    this(() -> most, connect, isIdle, close);
  }

  /**
   * None yet, of a cluster that may grow.
   *
   * @param most how many there may be now
   * @param connect makes the peer of an address
   * @param isIdle whether a peer has no calls under way
   * @param close ends a peer that is idle
   */
  public PeerCache(
      IntSupplier most, Function<String, P> connect, Predicate<P> isIdle, Consumer<P> close) {
    this.most = most;
    this.connect = connect;
    this.isIdle = isIdle;
    this.close = close;
  }

  /** The peer at an address. */
  public P get(String address) {
    P evicted = null;
    P peer;
    synchronized (peers) {
      peer = peers.get(address);
      if (peer == null) {
        evicted = peers.size() < most.getAsInt() ? null : evict(address);
        peer = connect.apply(address);
        peers.put(address, peer);
      }
    }
    if (evicted != null) {
      close.accept(evicted);
    }
    return peer;
  }

  private @Nullable P evict(String address) {
    Iterator<P> eldest = peers.values().iterator();
    while (eldest.hasNext()) {
      P peer = eldest.next();
      if (isIdle.test(peer)) {
        eldest.remove();
        return peer;
      }
    }
    throw new WeirException(
        ErrorCode.RESOURCE_EXHAUSTED,
        address
            + " cannot be called: there are "
            + peers.size()
            + " connections with calls in flight, and the limit is "
            + most.getAsInt());
  }

  /** All that there are. */
  public List<P> all() {
    synchronized (peers) {
      return new ArrayList<>(peers.values());
    }
  }
}
