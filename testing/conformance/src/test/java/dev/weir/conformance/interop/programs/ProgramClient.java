package dev.weir.conformance.interop.programs;

import dev.weir.conformance.OracleRefusal;
import dev.weir.conformance.SessionSettings;
import dev.weir.conformance.TensorFlowClient;
import dev.weir.tensor.Tensor;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.tensorflow.Graph;

/**
 * The program that runs programs with TensorFlow's client: {@code ProgramClient TARGET FILE
 * NAME...}. It is a process of its own, since TensorFlow may end the process it is in.
 *
 * <p>To the file it appends a line {@code BEGIN name} before each program and a line for each step:
 * {@code name step OK values} or {@code name step CODE message}, separated by tabs.
 */
final class ProgramClient {
  private static final String TAB = "\t";
  private static final SessionSettings SETTINGS =
      SessionSettings.PLAIN.withOptimized(true).withDeadline(Duration.ofSeconds(20));

  private ProgramClient() {}

  public static void main(String[] arguments) throws IOException {
    String target = arguments[0];
    Set<String> names = Set.of(arguments[2].split(",", -1));
    try (BufferedWriter out =
        Files.newBufferedWriter(
            Path.of(arguments[1]),
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND)) {
      for (Program program : Programs.all()) {
        if (names.contains(program.name())) {
          line(out, "BEGIN", program.name());
          run(out, target, program);
        }
      }
      line(out, "END");
    }
    Runtime.getRuntime().halt(0); // threads of TensorFlow must not hold up the end
  }

  private static void run(BufferedWriter out, String target, Program program) throws IOException {
    try (Graph graph = new Graph()) {
      Script script = new Script(graph);
      try {
        program.body().accept(script);
      } catch (RuntimeException | LinkageError e) {
        line(out, program.name(), "0", "NOT_BUILT", String.valueOf(e));
        return;
      }
      byte[] graphDef = graph.toGraphDef().toByteArray();
      try (TensorFlowClient client =
          TensorFlowClient.connect(graphDef, SETTINGS.withTarget(target))) {
        int number = 1;
        for (Script.Step step : script.steps()) {
          line(out, program.name(), Integer.toString(number++), outcome(client, step));
        }
      }
      TensorFlowClient.reset(target);
    }
  }

  private static String outcome(TensorFlowClient client, Script.Step step) {
    try {
      List<Tensor> results = client.run(step.feeds(), step.fetches(), step.targets());
      StringBuilder text = new StringBuilder("OK");
      results.forEach(result -> text.append(TAB).append(TensorLine.print(result)));
      return text.toString();
    } catch (OracleRefusal e) {
      return e.code() + TAB + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
  }

  private static void line(BufferedWriter out, String... fields) throws IOException {
    out.write(String.join(TAB, fields).replace('\n', ' '));
    out.newLine();
    out.flush();
  }
}
