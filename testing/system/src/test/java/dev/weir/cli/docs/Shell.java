package dev.weir.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.launch.ProcessGroup;
import dev.weir.cli.launch.TaskCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Runs commands as a reader types them, in a folder of their own in which {@code ./weir} is the
 * script of this repository. What is left in the background ends with it.
 */
final class Shell implements AutoCloseable {
  private final Path folder;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final ProcessGroup group =
      new ProcessGroup((task, stream, line) -> lines.add(line), Duration.ofSeconds(10));
  private final List<DatagramSocket> held = new ArrayList<>();
  private int runs;

  /** Made once, so that its start-up caches are. */
  private static final class Built {
    static final Path LAUNCHER = made();

    private static Path made() {
      try {
        Path parent = Files.createDirectories(Path.of("target").toAbsolutePath());
        return Launcher.in(Files.createTempDirectory(parent, "launcher-"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  Shell(Path folder) throws IOException {
    this.folder = folder;
    Files.createSymbolicLink(folder.resolve("weir"), Built.LAUNCHER);
    Path graph = Path.of("examples/basics/first-graph.pbtxt");
    Files.createDirectories(folder.resolve(graph).getParent());
    Files.copy(MarkdownBlocks.root().resolve(graph), folder.resolve(graph));
  }

  /** Runs commands one after the other until the first that fails; the exit code. */
  int run(List<String> commands, Duration limit) throws InterruptedException {
    String name = start(commands);
    ProcessGroup.Exit exit = group.nextExit(limit).orElse(null);
    assertThat(exit).as("%s within %s:\n%s", commands, limit, output()).isNotNull();
    assertThat(exit.task()).isEqualTo(name);
    return exit.code();
  }

  /** Starts commands, which may end with {@code &}. */
  String start(List<String> commands) {
    String name = "shell-" + runs++;
    String script = "cd '" + folder + "' && set -e\n" + String.join("\n", commands) + "\nwait\n";
    group.start(new TaskCommand(name, List.of("sh", "-c", script), Launcher.environment()));
    return name;
  }

  void awaitOutput(String part, Duration limit) {
    await(() -> output().contains(part), limit, "\"" + part + "\" is printed");
  }

  String output() {
    return String.join("\n", lines);
  }

  /**
   * Documented ports are used as they are; another program may have them for a while. Tests of
   * another copy of this repository have them one after the other: each holds the UDP port of the
   * same number meanwhile.
   */
  void awaitFree(int port, Duration limit) {
    await(() -> isTaken(port), limit, "port " + port + ", which the README uses, is free");
  }

  private boolean isTaken(int port) {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
      DatagramSocket hold = new DatagramSocket(address);
      try (ServerSocket socket = new ServerSocket(port, 1, address.getAddress())) {
        held.add(hold);
        return socket.isBound();
      } catch (IOException e) {
        hold.close();
        return false;
      }
    } catch (IOException e) {
      return false;
    }
  }

  private void await(BooleanSupplier condition, Duration limit, String what) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(end - System.nanoTime())
          .as("%s within %s; printed was:\n%s", what, limit, output())
          .isPositive();
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Override
  public void close() {
    group.close();
    held.forEach(DatagramSocket::close);
  }
}
