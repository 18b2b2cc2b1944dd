package dev.weir.bench.network;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** PyTorch, in a process of its own that is told what to do and waits otherwise. */
public final class PyTorchSide implements Side {
  private static final long LONGEST_ANSWER_SECONDS = 300;
  private static final long LONGEST_END_SECONDS = 10;
  private static final String END = "its process has ended";

  private final Process process;
  private final PrintStream requests;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  /** PyTorch cannot be measured here; the message says why. */
  public static final class Missing extends Exception {
    private static final long serialVersionUID = 1;

    Missing(String why) {
      super(why);
    }
  }

  /** Starts the process and waits until it has built the network. */
  public static PyTorchSide start(Task task, int threads) throws Missing {
    PyTorchSide side = new PyTorchSide(task, threads);
    String first = side.answer();
    if (!first.equals(PyTorchProgram.READY)) {
      side.close();
      throw new Missing(first);
    }
    return side;
  }

  private PyTorchSide(Task task, int threads) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx3g", "-XX:+UseSerialGC"));
    command.addAll(options(threads));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(PyTorchProgram.class.getName(), task.network().name()));
    command.add(Integer.toString(task.batch()));
    command.add(Boolean.toString(task.training()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("OMP_NUM_THREADS", Integer.toString(threads));
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread.ofPlatform().daemon().name("pytorch-answers").start(this::listen);
  }

  /** What a JVM that runs PyTorch is to be told. */
  static List<String> options(int threads) {
    return List.of(
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        // only what is on the class path, without a message about it
        "-Dai.djl.offline=true",
        "-DOPT_OUT_TRACKING=true",
        "-Dai.djl.pytorch.num_threads=" + threads,
        "-Dai.djl.pytorch.num_interop_threads=" + threads);
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(PyTorchProgram.ANSWER)) {
          answers.add(line.substring(PyTorchProgram.ANSWER.length()));
        }
      }
      answers.add(PyTorchProgram.FAILED + END);
    } catch (IOException e) {
      answers.add(PyTorchProgram.FAILED + e.getMessage());
    }
  }

  private String answer() {
    try {
      String answer = answers.poll(LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS);
      return answer == null
          ? PyTorchProgram.FAILED + "no answer for " + LONGEST_ANSWER_SECONDS + " s"
          : answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while PyTorch works", e);
    }
  }

  private String ask(String request) {
    requests.println(request);
    String answer = answer();
    if (answer.startsWith(PyTorchProgram.FAILED)) {
      throw new IllegalStateException("PyTorch " + answer);
    }
    return answer;
  }

  @Override
  public String name() {
    return "pytorch";
  }

  @Override
  public void run(long times) {
    ask(PyTorchProgram.RUN + " " + times);
  }

  @Override
  public float[] observe() {
    return PyTorchProgram.numbers(ask(PyTorchProgram.OBSERVE));
  }

  @Override
  public void close() {
    requests.close();
    try {
      if (!process.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
