package dev.weir.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The servers of {@code weir launch}, real ones, are for those who have its token. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
final class TestLaunchToken {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final String PREFIX = "worker/0 | ";

  @TempDir private Path folder;
  private final Lines lines = new Lines();

  /** Takes what is printed, a line at a time. */
  private final class LineWriter extends Writer {
    private final StringBuilder begun = new StringBuilder();

    @Override
    public void write(char[] text, int from, int count) {
      synchronized (begun) {
        begun.append(text, from, count);
        for (int end = begun.indexOf("\n"); end >= 0; end = begun.indexOf("\n")) {
          lines.add(begun.substring(0, end));
          begun.delete(0, end + 1);
        }
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private String said(String word) throws InterruptedException {
    String start = PREFIX + word + " ";
    return lines.await(line -> line.startsWith(start)).substring(start.length());
  }

  /** Why a call is refused, once the task is there. */
  private static Optional<WeirException> refusal(String address, Security security) {
    try (GrpcNetwork network = new GrpcNetwork(GrpcOptions.builder().security(security).build())) {
      long end = System.nanoTime() + LIMIT.toNanos();
      while (true) {
        try {
          network.worker(address).status(LIMIT).join();
          return Optional.empty();
        } catch (CompletionException e) {
          assertThat(e.getCause()).isInstanceOf(WeirException.class);
          WeirException failure = (WeirException) e.getCause();
          if (failure.code() != ErrorCode.UNAVAILABLE || System.nanoTime() - end > 0) {
            return Optional.of(failure);
          }
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
      }
    }
  }

  @Test
  void strangersAreRefused() throws Exception {
    Path sign = folder.resolve("sign");
    String script =
        "echo cluster $WEIR_CLUSTER; echo token $WEIR_TOKEN_FILE; until [ -e "
            + sign
            + " ]; do sleep 0.1; done";
    PrintWriter out = new PrintWriter(new LineWriter(), true);
    CompletableFuture<Integer> launched =
        CompletableFuture.supplyAsync(
            () ->
                new CommandLine(new LaunchCommand())
                    .setOut(out)
                    .setErr(out)
                    .execute("--ps", "1", "--workers", "1", "--", "sh", "-c", script));
    try {
      String address = ClusterSpec.parse(said("cluster")).address(new TaskId("ps", 0));
      Token token = Token.ofFile(Path.of(said("token")));
      assertThat(refusal(address, new Security(null, token))).isEmpty();
      for (Security stranger : new Security[] {Security.NONE, new Security(null, Token.of("x"))}) {
        assertThat(refusal(address, stranger).map(WeirException::code))
            .contains(ErrorCode.UNAUTHENTICATED);
      }
    } finally {
      Files.createFile(sign);
      assertThat(launched.get(60, TimeUnit.SECONDS)).isZero();
    }
  }
}
