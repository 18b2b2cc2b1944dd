package dev.weir.conformance.peer;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Java program with the class path of this one in a process of its own. Its standard input is a
 * pipe that ends with this process, so a program that watches it never outlives its parent.
 *
 * <p>What the program prints goes to the log at level debug; the last lines are kept to explain why
 * it did not start. Closing kills it at once and waits until it is gone.
 */
public final class JavaProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JavaProcess.class);
  private static final int KEPT_LINES = 40;
  private static final Duration LONGEST_KILL = Duration.ofSeconds(20);

  private final String name;
  private final Process process;
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private final Deque<String> lastLines = new ArrayDeque<>();
  private final Thread reader;

  private JavaProcess(String name, Process process, String readyLine) {
    this.name = name;
    this.process = process;
    // not a virtual thread: reading from a pipe would hold its carrier
    this.reader =
        Thread.ofPlatform().daemon().name("output of " + name).start(() -> read(readyLine));
  }

  /**
   * Starts a program; it may not be ready yet when this returns.
   *
   * @param name what it is called in messages
   * @param jvmOptions for its JVM
   * @param mainAndArguments the class to run and its arguments
   * @param readyLine how the line begins that the program prints when it is ready
   */
  public static JavaProcess start(
      String name, List<String> jvmOptions, List<String> mainAndArguments, String readyLine) {
    return start(name, jvmOptions, Map.of(), mainAndArguments, readyLine);
  }

  /** Starts a program with variables added to the environment of this process. */
  public static JavaProcess start(
      String name,
      List<String> jvmOptions,
      Map<String, String> environment,
      List<String> mainAndArguments,
      String readyLine) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.addAll(mainAndArguments);
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectInput(Redirect.PIPE);
      builder.environment().putAll(environment);
      return new JavaProcess(name, builder.start(), readyLine);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be started", e);
    }
  }

  private void read(String readyLine) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        LOG.debug("{}: {}", name, line);
        keep(line);
        if (line.startsWith(readyLine)) {
          ready.complete(line);
        }
      }
      ready.completeExceptionally(unavailable("has ended before it was ready"));
    } catch (IOException e) {
      ready.completeExceptionally(unavailable("cannot be heard any more: " + e.getMessage()));
    }
  }

  private synchronized void keep(String line) {
    lastLines.addLast(line);
    if (lastLines.size() > KEPT_LINES) {
      lastLines.removeFirst();
    }
  }

  private synchronized WeirException unavailable(String problem) {
    return new WeirException(
        ErrorCode.UNAVAILABLE,
        name + " " + problem + "; it said:\n" + String.join("\n", lastLines));
  }

  /** Waits for the line that says it is ready, and returns it; kills the program if none comes. */
  public String awaitReady(Duration longest) {
    try {
      return ready.get(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      close();
      throw e.getCause() instanceof WeirException known ? known : new IllegalStateException(e);
    } catch (TimeoutException e) {
      WeirException late = unavailable("was not ready after " + longest.toSeconds() + " s");
      close();
      throw late;
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + name + " starts", e);
    }
  }

  /** Its number in the system. */
  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits until it has ended by itself and all it printed has been read; kills it if it does not.
   *
   * @return its exit status; 128 and the number of the signal if a signal ended it
   */
  public int awaitEnd(Duration longest) {
    try {
      if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS) || !reader.join(longest)) {
        close();
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + name + " ends", e);
    }
  }

  /** The last lines it printed. */
  public synchronized List<String> lastLines() {
    return List.copyOf(lastLines);
  }

  /** Kills it, if it still runs, and waits until it is gone. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(LONGEST_KILL.toMillis(), TimeUnit.MILLISECONDS)
          || !reader.join(LONGEST_KILL)) {
        throw new IllegalStateException(
            name + ", process " + process.pid() + ", was killed and did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
