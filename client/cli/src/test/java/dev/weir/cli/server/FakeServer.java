package dev.weir.cli.server;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A server whose drain ends well, fails, or does not end. */
final class FakeServer {
  private FakeServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    // a drain that comes to its end has the time that a busy machine takes for it
    Duration most = arguments[0].equals("never") ? Duration.ofMillis(100) : Duration.ofMinutes(2);
    DrainOnShutdown shutdown = DrainOnShutdown.install(limit -> drain(arguments[0]), most, err);
    System.out.println("up");
    shutdown.awaitAsked();
  }

  private static void drain(String how) throws InterruptedException {
    switch (how) {
      case "well" -> System.out.println("drained");
      case "failing" -> throw new IllegalStateException("no way");
      default -> new CountDownLatch(1).await();
    }
  }
}
