package dev.weir.bench.network;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The process in which PyTorch runs: its libraries bring an OpenMP and a oneDNN of their own, which
 * should not meet those of the others. Reads a request a line, {@value #RUN} with a number or
 * {@value #OBSERVE}, and answers each with a line; ends with its input.
 */
public final class PyTorchProgram {
  static final String RUN = "run";
  static final String OBSERVE = "observe";

  /** Begins each line that is meant for who started this; libraries may print others. */
  static final String ANSWER = "pytorch> ";

  static final String READY = "ready";
  static final String DONE = "done";
  static final String FAILED = "failed: ";

  private PyTorchProgram() {}

  /** Takes a network's name, the batch and whether to train. */
  public static void main(String[] arguments) throws IOException {
    Task task =
        new Task(
            Network.named(arguments[0]),
            Integer.parseInt(arguments[1]),
            Boolean.parseBoolean(arguments[2]));
    PrintStream out = System.out;
    // DJL reports what it cannot load as one of several kinds of exceptions and errors
    try (PyTorchNetwork network = new PyTorchNetwork(task)) {
      answer(out, READY);
      serve(network, out);
    } catch (RuntimeException | LinkageError e) {
      answer(out, FAILED + e.toString().lines().findFirst().orElse(""));
      throw e;
    }
  }

  private static void serve(PyTorchNetwork network, PrintStream out) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case RUN -> {
          long times = Long.parseLong(words[1]);
          for (long i = 0; i < times; i++) {
            network.step();
          }
          answer(out, DONE);
        }
        case OBSERVE -> answer(out, text(network.observe()));
        default -> throw new IllegalArgumentException("no such request: " + line);
      }
    }
  }

  private static void answer(PrintStream out, String text) {
    out.println(ANSWER + text);
    out.flush();
  }

  static String text(float[] numbers) {
    return IntStream.range(0, numbers.length)
        .mapToObj(i -> Float.toString(numbers[i]))
        .collect(Collectors.joining(" "));
  }

  static float[] numbers(String text) {
    String[] words = text.split(" ", -1);
    float[] numbers = new float[words.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Float.parseFloat(words[i]);
    }
    return numbers;
  }
}
