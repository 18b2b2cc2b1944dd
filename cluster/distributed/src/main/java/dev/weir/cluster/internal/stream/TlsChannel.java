package dev.weir.cluster.internal.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS 1.3 over a socket that does not block. The handshake goes on whenever something is read; what
 * takes long of it, such as checking certificates, is done by other threads. Until the other end is
 * admitted there are three buffers for one record each, on the heap, and a read ends with the
 * record that gave something: what follows it may be no record, see {@link HandoverChannel}.
 *
 * <p>The loop reads; one thread at a time writes. The engine allows both at once.
 */
final class TlsChannel implements StreamChannel {
  private static final Logger LOG = LoggerFactory.getLogger(TlsChannel.class);
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  /** What is agreed on if both ends may: of the ciphers of TLS 1.3 the fastest on most machines. */
  private static final String PREFERRED_SUITE = "TLS_AES_128_GCM_SHA256";

  private static final int RECORD_HEADER = 5;
  private static final int RECORD_LENGTH_AT = 3;
  private static final byte LOWEST_TYPE = 20;
  private static final byte HIGHEST_TYPE = 24;
  private static final byte MAJOR_VERSION = 3;

  /**
   * What may come before the other end is admitted, enciphered: four messages of the largest size
   * that the JDK takes in a handshake (a hello, a list of authorities, a chain of certificates).
   */
  static final int MOST_BEFORE_ADMISSION = 4 * (32 << 10);

  /** Records per turn, after which other connections are served. */
  static final int TURN = 64;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /**
   * Of what comes and of what goes, so much is taken at once after admission. The buffers are on
   * the heap: there the JDK's ciphers work in place, and more than twice as fast.
   */
  private static final int WIDE = 128 << 10;

  private final SocketChannel socket;
  private final SSLEngine engine;
  private final HandshakePool pool;
  private final int packet;
  private final Runnable delegated = this::runDelegated;
  private final Runnable whenBlocked;
  private final Runnable whenTasksAreDone;
  private final Runnable whenOpen;
  private final ReentrantLock sending = new ReentrantLock();

  /** Encrypted bytes that arrived, ready to be read. */
  private ByteBuffer cipherIn;

  /** Deciphered bytes that had no room in the target, ready to be read. */
  private ByteBuffer plainIn = NOTHING;

  /** Enciphered bytes to send, ready to be read; guarded by {@link #sending}. */
  private ByteBuffer cipherOut;

  private boolean wide;
  private boolean ended;
  private long cameBeforeAdmission;
  private HandshakeStatus status = HandshakeStatus.NEED_UNWRAP;

  /** What the handshake sends does not fit in the socket; it goes on when that is flushed. */
  private volatile boolean awaitsFlush;

  private volatile boolean working;
  private volatile boolean gone;
  private volatile boolean open;
  private volatile boolean wideOut;

  /**
   * A channel whose handshake has not begun.
   *
   * @param pool does what takes long in the handshake
   * @param whenBlocked has {@link #flush} called when the socket takes bytes again
   * @param whenTasksAreDone has the loop read again; any thread calls it
   * @param whenOpen called by the loop when the handshake is complete
   */
  TlsChannel(
      SocketChannel socket,
      SSLEngine engine,
      HandshakePool pool,
      Runnable whenBlocked,
      Runnable whenTasksAreDone,
      Runnable whenOpen)
      throws SSLException {
    this.socket = socket;
    this.engine = engine;
    this.pool = pool;
    this.whenBlocked = whenBlocked;
    this.whenTasksAreDone = whenTasksAreDone;
    this.whenOpen = whenOpen;
    this.packet = engine.getSession().getPacketBufferSize();
    this.cipherIn = ByteBuffer.allocate(packet).flip();
    this.cipherOut = ByteBuffer.allocate(packet).flip();
    engine.setEnabledProtocols(PROTOCOLS);
    engine.setEnabledCipherSuites(suites(engine.getEnabledCipherSuites()));
    engine.beginHandshake();
  }

  /** Those that are enabled, the preferred one first. */
  private static String[] suites(String[] enabled) {
    return Arrays.stream(enabled)
        .sorted(Comparator.comparing(suite -> !suite.equals(PREFERRED_SUITE)))
        .toArray(String[]::new);
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isPaused() {
    return working;
  }

  @Override
  public SSLSession session() {
    return engine.getSession();
  }

  @Override
  public void widen() {
    wideOut = true;
    if (!wide) {
      wide = true;
      cipherIn = ByteBuffer.allocate(WIDE).put(cipherIn).flip();
    }
  }

  @Override
  public int bufferBytes() {
    return cipherIn.capacity() + cipherOut.capacity() + plainIn.capacity();
  }

  @Override
  public boolean hasInput() {
    return !working && !awaitsFlush && (plainIn.hasRemaining() || hasRecord());
  }

  @Override
  public boolean hasPartialInput() {
    return cipherIn.hasRemaining() && !hasRecord();
  }

  /** Whether a record is there, or something that the engine will not take for one. */
  private boolean hasRecord() {
    if (cipherIn.remaining() < RECORD_HEADER) {
      return false;
    }
    int at = cipherIn.position();
    byte type = cipherIn.get(at);
    boolean isRecord =
        type >= LOWEST_TYPE && type <= HIGHEST_TYPE && cipherIn.get(at + 1) == MAJOR_VERSION;
    int length = RECORD_HEADER + (cipherIn.getShort(at + RECORD_LENGTH_AT) & 0xffff);
    return !isRecord || length > packet || cipherIn.remaining() >= length;
  }

  @Override
  public long read(ByteBuffer target) throws IOException {
    return read(new ByteBuffer[] {target});
  }

  @Override
  public long read(ByteBuffer[] targets) throws IOException {
    long wanted = remaining(targets);
    long count = deliver(targets);
    boolean isDrained = false;
    int records = 0;
    while (count < wanted && (wide || count == 0) && advance() && records < TURN) {
      if (hasRecord()) {
        records++;
        long produced = unwrap(targets);
        if (produced < 0) {
          ended = true;
          return count == 0 ? -1 : count;
        }
        count += produced;
      } else {
        int came = isDrained ? 0 : fill();
        if (came <= 0) {
          return came < 0 && count == 0 ? -1 : count;
        }
        isDrained = cipherIn.limit() < cipherIn.capacity();
      }
    }
    return count;
  }

  /** Deciphers a record; gives how many bytes the targets got, or -1 if it is the last one. */
  private long unwrap(ByteBuffer[] targets) throws SSLException {
    SSLEngineResult result = unwrapped(targets);
    status = result.getHandshakeStatus();
    return switch (result.getStatus()) {
      case OK -> plainIn.hasRemaining() ? deliver(targets) : result.bytesProduced();
      case CLOSED -> -1;
      case BUFFER_OVERFLOW, BUFFER_UNDERFLOW ->
          throw new SSLException("what came is no record of TLS 1.3 (" + result.getStatus() + ")");
    };
  }

  /** Deciphers a record, into the targets if all of it has room there. */
  private SSLEngineResult unwrapped(ByteBuffer[] targets) throws SSLException {
    if (remaining(targets) >= engine.getSession().getApplicationBufferSize()) {
      return engine.unwrap(cipherIn, targets);
    }
    if (plainIn.capacity() == 0) {
      plainIn = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
    }
    plainIn.clear();
    try {
      return engine.unwrap(cipherIn, plainIn);
    } finally {
      plainIn.flip();
    }
  }

  /** Whether there are bytes that were not handed over, decrypted or not. */
  boolean hasLeftover() {
    return plainIn.hasRemaining() || cipherIn.hasRemaining();
  }

  /** Hands over decrypted bytes, then the plain bytes that follow them. */
  long takeLeftover(ByteBuffer[] targets) {
    return deliver(targets) + move(cipherIn, targets);
  }

  /** Hands over what was deciphered before. */
  private long deliver(ByteBuffer[] targets) {
    return move(plainIn, targets);
  }

  private static long move(ByteBuffer source, ByteBuffer[] targets) {
    long count = 0;
    for (ByteBuffer target : targets) {
      int run = Math.min(target.remaining(), source.remaining());
      if (run > 0) {
        target.put(target.position(), source, source.position(), run);
        target.position(target.position() + run);
        source.position(source.position() + run);
        count += run;
      }
    }
    return count;
  }

  static long remaining(ByteBuffer[] buffers) {
    long sum = 0;
    for (ByteBuffer buffer : buffers) {
      sum += buffer.remaining();
    }
    return sum;
  }

  private int fill() throws IOException {
    if (ended) {
      return -1;
    }
    cipherIn.compact();
    try {
      int came = socket.read(cipherIn);
      ended = came < 0;
      checkAdmission(Math.max(0, came));
      return came;
    } finally {
      cipherIn.flip();
    }
  }

  /** Limits empty records, which a peer that is not admitted could send without end. */
  private void checkAdmission(int came) throws SSLException {
    if (!wide) {
      cameBeforeAdmission += came;
      if (cameBeforeAdmission > MOST_BEFORE_ADMISSION) {
        throw new SSLException(
            "more than " + MOST_BEFORE_ADMISSION + " bytes received without a handshake");
      }
    }
  }

  /** Does what the handshake asks for but reading; false if something must be waited for. */
  private boolean advance() throws IOException {
    if (working) {
      return false;
    }
    if (open && status == HandshakeStatus.NOT_HANDSHAKING) {
      return true;
    }
    status = engine.getHandshakeStatus();
    while (status == HandshakeStatus.NEED_WRAP) {
      if (!wrapHandshake()) {
        return false;
      }
      status = engine.getHandshakeStatus();
    }
    if (status == HandshakeStatus.NEED_TASK) {
      working = true;
      pool.run(delegated);
      return false;
    }
    if (!open && status == HandshakeStatus.NOT_HANDSHAKING) {
      open = true;
      whenOpen.run();
    }
    return true;
  }

  /** Sends a record of the handshake; false if the socket does not take what is before it. */
  private boolean wrapHandshake() throws IOException {
    sending.lock();
    try {
      if (!flush()) {
        awaitsFlush = true;
        return false;
      }
      encipher(new ByteBuffer[] {NOTHING});
      flush();
      return true;
    } finally {
      sending.unlock();
    }
  }

  private void runDelegated() {
    try {
      Runnable task = gone ? null : engine.getDelegatedTask();
      while (task != null) {
        task.run();
        task = gone ? null : engine.getDelegatedTask();
      }
    } finally { // what failed comes out when the next record is read
      working = false;
      whenTasksAreDone.run();
    }
  }

  @Override
  public long write(ByteBuffer source) throws IOException {
    return write(new ByteBuffer[] {source});
  }

  @Override
  public long write(ByteBuffer[] sources) throws IOException {
    if (!open) {
      return 0;
    }
    sending.lock();
    try {
      long count = 0;
      while (remaining(sources) > 0) {
        if (!flush()) {
          return count;
        }
        count += encipher(sources);
      }
      flush();
      return count;
    } finally {
      sending.unlock();
    }
  }

  /** Enciphers as much as there is room for; nothing is waiting to be sent before. */
  private long encipher(ByteBuffer[] sources) throws SSLException {
    if (wideOut && cipherOut.capacity() < WIDE) {
      cipherOut = ByteBuffer.allocate(WIDE);
    }
    cipherOut.clear();
    long count = 0;
    try {
      boolean isFirst = true;
      while (isFirst || (remaining(sources) > 0 && cipherOut.remaining() >= packet)) {
        isFirst = false;
        SSLEngineResult result = engine.wrap(sources, cipherOut);
        if (result.getStatus() != SSLEngineResult.Status.OK) {
          throw new SSLException("the connection is closed (" + result.getStatus() + ")");
        }
        count += result.bytesConsumed();
      }
      return count;
    } finally {
      cipherOut.flip();
    }
  }

  @Override
  public boolean flush() throws IOException {
    sending.lock();
    try {
      while (cipherOut.hasRemaining()) {
        if (socket.write(cipherOut) == 0) {
          whenBlocked.run();
          return false;
        }
      }
      awaitsFlush = false;
      return true;
    } finally {
      sending.unlock();
    }
  }

  @Override
  public void goodbye() {
    gone = true;
    pool.cancel(delegated);
    if (!sending.tryLock()) {
      return;
    }
    try {
      engine.closeOutbound();
      if (!cipherOut.hasRemaining()) {
        cipherOut.clear();
        try {
          engine.wrap(NOTHING, cipherOut);
        } finally {
          cipherOut.flip();
        }
        socket.write(cipherOut);
      }
    } catch (IOException | RuntimeException e) {
      LOG.trace("the other end is not told that the connection ends", e);
    } finally {
      sending.unlock();
    }
  }
}
