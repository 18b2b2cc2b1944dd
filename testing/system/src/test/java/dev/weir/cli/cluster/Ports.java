package dev.weir.cli.cluster;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Ports for the servers that tests start. They are not among those that the operating system gives
 * to clients, so no connection takes one between the choice and the start of a server, and each is
 * locked in the folder for temporary files until this process ends, so that no other test gets it.
 */
public final class Ports {
  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 65_535;
  private static final int MOST_TRIES = 10_000;

  /** A machine that gives almost all ports to clients has none that are safe. */
  private static final int ENOUGH = 1_000;

  private static final Path RANGE_OF_CLIENTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final String USUAL_RANGE = "32768 60999";

  private static final Path LOCKS = Path.of(System.getProperty("java.io.tmpdir"), "weir-ports");

  /** Closing a file would give up its lock. */
  private static final Map<Integer, FileChannel> TAKEN = new HashMap<>();

  private Ports() {}

  /** A port that is free on all addresses and stays free for whoever asked. */
  public static synchronized int next() {
    try {
      Files.createDirectories(LOCKS);
      int[] candidates = candidates();
      for (int i = 0; i < MOST_TRIES; i++) {
        int port = candidates[RandomGenerator.getDefault().nextInt(candidates.length)];
        if (!TAKEN.containsKey(port) && isLocked(port)) {
          return port;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("no port is free");
  }

  /** A cluster on the loopback. */
  public static ClusterSpec of(TaskId... tasks) {
    ClusterSpec.Builder spec = ClusterSpec.builder();
    for (TaskId task : tasks) {
      spec.task(task, "127.0.0.1:" + next());
    }
    return spec.build();
  }

  private static int[] candidates() throws IOException {
    String[] range = rangeOfClients().strip().split("\\s+");
    int first = Integer.parseInt(range[0]);
    int last = Integer.parseInt(range[1]);
    int[] safe =
        IntStream.rangeClosed(LOWEST, HIGHEST)
            .filter(port -> port < first || port > last)
            .toArray();
    return safe.length >= ENOUGH ? safe : IntStream.rangeClosed(LOWEST, HIGHEST).toArray();
  }

  /** Such a file gives all it has to the first read, and nothing to a second one. */
  private static String rangeOfClients() throws IOException {
    if (!Files.isReadable(RANGE_OF_CLIENTS)) {
      return USUAL_RANGE;
    }
    try (InputStream in = Files.newInputStream(RANGE_OF_CLIENTS)) {
      byte[] read = new byte[64];
      return new String(read, 0, in.read(read), StandardCharsets.US_ASCII);
    }
  }

  private static boolean isLocked(int port) throws IOException {
    FileChannel lock =
        FileChannel.open(
            LOCKS.resolve(Integer.toString(port)),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    if (lock.tryLock() != null && isFree(port)) {
      TAKEN.put(port, lock);
      return true;
    }
    lock.close();
    return false;
  }

  /** A socket for all addresses is refused if there is one for any of them. */
  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
