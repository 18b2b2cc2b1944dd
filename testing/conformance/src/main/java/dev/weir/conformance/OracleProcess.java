package dev.weir.conformance;

import dev.weir.conformance.peer.JavaProcess;
import dev.weir.error.WeirException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process with TensorFlow in it that may die. Requests may overlap; each has a deadline, after
 * which the process is killed. Once it is dead all requests end with {@link OracleCrash}.
 */
final class OracleProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OracleProcess.class);

  /** Enough for a busy machine that has to unpack TensorFlow first. */
  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  private static final Duration LONGEST_END = Duration.ofSeconds(20);
  private static final int SIGNAL_OFFSET = 128;
  private static final int SHOWN_LINES = 6;

  /** Small heap, quick start; a crash leaves a few lines on standard output and no files. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx1g",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:ErrorFile=/dev/null",
          "-XX:-CreateCoredumpOnCrash",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private final JavaProcess process;
  private final SocketChannel channel;
  private final AtomicLong requests = new AtomicLong();
  private final Map<Long, Answer> open = new ConcurrentHashMap<>();
  private volatile @Nullable String end;

  private OracleProcess(JavaProcess process, SocketChannel channel) {
    this.process = process;
    this.channel = channel;
    Thread.ofPlatform().daemon().name("answers of oracle " + process.pid()).start(this::read);
  }

  /** Starts a process and waits until it can be asked. */
  static OracleProcess start() {
    try {
      Path folder = Files.createTempDirectory("oracle");
      Path socket = folder.resolve("socket");
      try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        listener.bind(UnixDomainSocketAddress.of(socket));
        JavaProcess process =
            JavaProcess.start(
                "the oracle process",
                JVM_OPTIONS,
                OracleSettings.environment(),
                List.of(OracleProgram.class.getName(), socket.toString()),
                OracleProgram.READY);
        process.awaitReady(LONGEST_START);
        OracleProcess oracle = new OracleProcess(process, listener.accept());
        LOG.debug("oracle process {} started, {}", process.pid(), OracleSettings.description());
        return oracle;
      } finally {
        Files.deleteIfExists(socket);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the oracle process cannot be reached", e);
    }
  }

  /** Asks, and waits for the answer until the deadline, after which the process is killed. */
  DataInputStream ask(OracleCommand command, Duration deadline, OracleFrames.Body body) {
    long number = requests.incrementAndGet();
    Answer answer = new Answer();
    open.put(number, answer);
    try {
      synchronized (channel) {
        OracleFrames.write(channel, number, command.ordinal(), body);
      }
    } catch (IOException e) {
      LOG.debug("oracle process {} takes no more requests", process.pid(), e);
    }
    if (end != null) {
      failAll(); // it ended before this request was noted
    }
    try {
      if (answer.isThere.await(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
        return unwrap(answer.get());
      }
      close();
      throw OracleCrash.hung("no answer to " + command + " within " + deadline.toMillis() + " ms");
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while TensorFlow was asked", e);
    } finally {
      open.remove(number);
    }
  }

  /**
   * What a request waits for. Not a future: those start more threads of a fork-join pool for the
   * ones that wait, and each would start a process of its own.
   */
  private static final class Answer {
    final CountDownLatch isThere = new CountDownLatch(1);
    private volatile OracleFrames.@Nullable Frame frame;
    private volatile String crash = "";

    void complete(OracleFrames.Frame answer) {
      frame = answer;
      isThere.countDown();
    }

    void fail(String how) {
      crash = how;
      isThere.countDown();
    }

    OracleFrames.Frame get() {
      OracleFrames.Frame answer = frame;
      if (answer == null) {
        throw OracleCrash.ended(crash);
      }
      return answer;
    }
  }

  private static DataInputStream unwrap(OracleFrames.Frame answer) {
    DataInputStream body = answer.body();
    return switch (OracleOutcome.of(answer.kind())) {
      case DONE -> body;
      case REFUSED -> throw OracleFrames.read(body, OracleProcess::refusal);
      case ASKED_WRONGLY ->
          throw OracleFrames.read(
              body,
              in ->
                  new WeirException(NativeStatus.codeOf(in.readInt()), OracleFrames.readText(in)));
      case FAILED ->
          throw WeirException.internal(
              "the oracle process failed: %s", OracleFrames.read(body, OracleFrames::readText));
    };
  }

  private static OracleRefusal refusal(DataInputStream in) throws IOException {
    OracleRefusal.Phase phase = OracleRefusal.Phase.values()[in.readInt()];
    return new OracleRefusal(phase, NativeStatus.codeOf(in.readInt()), OracleFrames.readText(in));
  }

  private void read() {
    try {
      for (OracleFrames.Frame frame = OracleFrames.read(channel);
          frame != null;
          frame = OracleFrames.read(channel)) {
        Answer asked = open.get(frame.request());
        if (asked != null) {
          asked.complete(frame);
        }
      }
    } catch (IOException e) {
      LOG.debug("oracle process {} has broken its connection", process.pid(), e);
    }
    end = howItEnded();
    failAll();
  }

  private void failAll() {
    String how = String.valueOf(end);
    open.values().forEach(answer -> answer.fail(how));
  }

  private String howItEnded() {
    int status = process.awaitEnd(LONGEST_END);
    String how = status > SIGNAL_OFFSET ? "signal " + (status - SIGNAL_OFFSET) : "exit " + status;
    List<String> said = process.lastLines();
    return how
        + ": "
        + String.join(" | ", said.subList(Math.max(0, said.size() - SHOWN_LINES), said.size()));
  }

  /** Whether it can still be asked. */
  boolean isAlive() {
    return end == null && process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** Kills the process and waits until it is gone. */
  @Override
  public void close() {
    process.close();
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("closing the connection to oracle process {}", process.pid(), e);
    }
  }
}
