package dev.weir.runtime.internal.rendezvous;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A rendezvous within one process. */
public final class LocalRendezvous implements Rendezvous {
  private final Map<String, Value> sent = new HashMap<>();
  private final Map<String, Receiver> waiting = new HashMap<>();
  private @Nullable WeirException failure;

  @Override
  public void send(String key, Value value) {
    Receiver receiver;
    synchronized (this) {
      if (failure != null) {
        giveBack(value);
        return;
      }
      receiver = waiting.remove(key);
      if (receiver == null) {
        if (sent.putIfAbsent(key, value) != null) {
          giveBack(value);
          throw new WeirException(ErrorCode.ABORTED, "a value was sent twice under " + key);
        }
        return;
      }
    }
    receiver.accept(value, null);
  }

  @Override
  public void receive(String key, Receiver receiver) {
    Value value;
    WeirException error;
    synchronized (this) {
      error = failure;
      value = error == null ? sent.remove(key) : null;
      if (error == null && value == null) {
        if (waiting.putIfAbsent(key, receiver) != null) {
          error = new WeirException(ErrorCode.ABORTED, "two receivers wait for " + key);
        } else {
          return;
        }
      }
    }
    receiver.accept(value, error);
  }

  @Override
  public void abort(WeirException cause) {
    List<Receiver> abandoned;
    synchronized (this) {
      if (failure != null) {
        return;
      }
      failure = cause;
      sent.values().forEach(LocalRendezvous::giveBack);
      sent.clear();
      abandoned = new ArrayList<>(waiting.values());
      waiting.clear();
    }
    abandoned.forEach(receiver -> receiver.accept(null, cause));
  }

  /** Gives up waiting; whether the receiver waited. It is not called then. */
  public synchronized boolean withdraw(String key, Receiver receiver) {
    return waiting.remove(key, receiver);
  }

  /** Whether neither values nor receivers wait here. */
  public synchronized boolean isEmpty() {
    return sent.isEmpty() && waiting.isEmpty();
  }

  private static void giveBack(Value value) {
    if (value.tensor() != null) {
      value.tensor().buffer().release();
    }
  }
}
