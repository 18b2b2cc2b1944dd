package dev.weir.cluster.internal.stream;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts the connections of a listening socket. If one cannot be taken, for example since the
 * process has no file descriptors left, that is logged and the next attempt is made after a pause;
 * the socket is closed only with its loop.
 */
final class Acceptor implements SelectorLoop.Watched {
  /** How a connection is taken; null if there is none. */
  @FunctionalInterface
  interface Accepting {
    @Nullable SocketChannel accept(ServerSocketChannel from) throws IOException;
  }

  /** Receives the connections. */
  @FunctionalInterface
  interface Opening {
    void open(SocketChannel accepted) throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);

  /** The pause after a failure; it doubles with every further one. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  private static final int DOUBLINGS = 4;

  private final ServerSocketChannel from;
  private final Accepting accepting;
  private final Opening opening;
  private int failures;
  private long resumeNanos;
  private boolean paused;
  private boolean held;
  private @Nullable SelectionKey key;

  Acceptor(ServerSocketChannel from, Accepting accepting, Opening opening) {
    this.from = from;
    this.accepting = accepting;
    this.opening = opening;
  }

  /** Connections can be taken. Only the loop calls it. */
  void keyed(SelectionKey registered) {
    key = registered;
    listen();
  }

  /** Leaves connections waiting, or takes them again. Only the loop calls it. */
  void hold(boolean isHeld) {
    held = isHeld;
    listen();
  }

  private void listen() {
    SelectionKey registered = key;
    try {
      if (registered != null) {
        registered.interestOps(held || paused ? 0 : SelectionKey.OP_ACCEPT);
      }
    } catch (CancelledKeyException e) {
      LOG.debug("{} is closed", this, e);
    }
  }

  @Override
  public void ready(SelectionKey selected) {
    SocketChannel accepted = null;
    try {
      accepted = accepting.accept(from);
      if (accepted != null) {
        opening.open(accepted);
      }
      failures = 0;
    } catch (IOException | RuntimeException | Error e) {
      close(accepted);
      pause(e);
    }
  }

  private static void close(@Nullable SocketChannel accepted) {
    if (accepted != null) {
      try {
        accepted.close();
      } catch (IOException e) {
        LOG.debug("a connection cannot be closed", e);
      }
    }
  }

  private void pause(Throwable because) {
    Duration pause = PAUSE.multipliedBy(1L << Math.min(failures, DOUBLINGS));
    failures++;
    LOG.warn(
        "{} cannot accept a connection: {}; next attempt in {} ms (failure {} in a row)",
        this,
        String.valueOf(because),
        pause.toMillis(),
        failures);
    resumeNanos = System.nanoTime() + pause.toNanos();
    paused = true;
    listen();
  }

  @Override
  public void tick(long nowNanos) {
    if (paused && nowNanos - resumeNanos >= 0) {
      paused = false;
      listen();
    }
  }

  @Override
  public void end(Throwable because) {
    try {
      from.close();
    } catch (IOException e) {
      LOG.debug("{} cannot be closed", this, e);
    }
  }

  @Override
  public String toString() {
    try {
      return "the streams port at " + from.getLocalAddress();
    } catch (IOException e) {
      return "a closed streams port";
    }
  }
}
