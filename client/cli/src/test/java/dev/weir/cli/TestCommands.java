package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.json.JsonReader;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.NumpyFile;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class TestCommands {
  @TempDir Path folder;
  private Path model = Path.of("");

  private record Outcome(int code, String out, String err) {}

  @BeforeEach
  void writeModel() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 2));
    ops.withName("y").math.add(x, ops.withName("w").constant(new float[] {10, 20}));
    Output text = ops.withName("text").placeholder(DType.STRING);
    ops.withName("same").control.identity(text);
    model = folder.resolve("model.pb");
    GraphDefs.write(graph, model);
    GraphDefs.write(graph, folder.resolve("model.pbtxt"));
  }

  private static Outcome weir(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = line.execute(arguments);
    return new Outcome(code, out.toString(), err.toString());
  }

  @Test
  void runPrintsTensors() {
    Outcome outcome = weir("run", model.toString(), "--feed", "x=[[1, 2]]", "--fetch", "y");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("y:0 = float32[1,2]").contains("11").contains("22");
  }

  @Test
  void runPrintsJson() {
    Outcome outcome =
        weir(
            "run",
            folder.resolve("model.pbtxt").toString(),
            "--feed",
            "x=[[1.5, \"NaN\"], [\"Infinity\", -2]]",
            "--fetch",
            "y:0",
            "--json");
    assertThat(outcome.out().strip())
        .isEqualTo(
            "{\"y:0\": {\"dtype\": \"float32\", \"shape\": [2, 2],"
                + " \"values\": [[11.5, \"NaN\"], [\"Infinity\", 18.0]]}}");
  }

  @Test
  void valuesComeFromFilesToo() throws Exception {
    Path npy = folder.resolve("x.npy");
    NumpyFile.write(npy, Tensors.of(Shape.of(1, 2), 1f, 2f));
    Path json = folder.resolve("x.json");
    Files.writeString(json, "[[1, 2]]");
    for (Path file : List.of(npy, json)) {
      Outcome outcome =
          weir("run", model.toString(), "--feed", "x=@" + file, "--fetch", "y", "--json");
      assertThat(outcome.out()).contains("[[11.0, 22.0]]");
    }
  }

  @Test
  void bytesThatAreNoTextAreBase64() {
    Outcome outcome =
        weir(
            "run",
            model.toString(),
            "--feed",
            "text=[\"é\", {\"b64\": \"/w==\"}]",
            "--fetch",
            "same",
            "--json");
    assertThat(outcome.out()).contains("\"values\": [\"é\", {\"b64\": \"/w==\"}]");
  }

  @Test
  void failureIsAMessageAndAnExitCode() {
    Outcome outcome = weir("run", model.toString(), "--fetch", "y", "--json");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("You must feed a value for placeholder tensor 'x'");
    assertThat(JsonReader.read(outcome.out()))
        .isInstanceOfSatisfying(
            Map.class,
            object ->
                assertThat(object.get("error"))
                    .asInstanceOf(MAP)
                    .containsEntry("code", "INVALID_ARGUMENT")
                    .containsEntry("op", "Placeholder")
                    .containsEntry("node", "x")
                    .hasEntrySatisfying(
                        "rule", rule -> assertThat(rule).asString().startsWith("You must feed"))
                    .doesNotContainKeys("task", "builtAt"));
  }

  @Test
  void mistakesOnTheCommandLineAreTold() {
    assertThat(weir("run").code()).isEqualTo(2);
    assertThat(weir("nonsense").code()).isEqualTo(2);
    assertThat(weir().code()).isEqualTo(2);
    assertThat(weir("run", model.toString(), "--feed", "x", "--fetch", "y").err())
        .contains("--feed takes NAME=VALUE");
    assertThat(weir("run", model.toString(), "--feed", "x=[[1,2],[3]]", "--fetch", "y").err())
        .contains("lists at depth 1 must have the same shape");
    assertThat(weir("run", model.toString(), "--feed", "x=[1", "--fetch", "y").err())
        .contains("this is not JSON")
        .doesNotContain("Source");
    assertThat(weir("run", model.toString(), "--feed", "x=[\"a\"]", "--fetch", "y").err())
        .contains("\"a\" is not a float32");
    assertThat(weir("run", model.toString(), "--feed", "x=[1e39]", "--fetch", "y").err())
        .contains("1E+39 is too large for float32; write \"Infinity\"");
    assertThat(weir("run", folder.resolve("none.pb").toString(), "--fetch", "y").err())
        .contains("there is no file");
    assertThat(weir("run", model.toString(), "--fetch", "z").err())
        .contains("the graph has no node \"z\"");
  }

  /** Atan2 of zeros tells the sign of each. */
  @Test
  void zerosKeepTheirSigns() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output y = ops.withName("y").placeholder(DType.FLOAT32, Shape.of(-1));
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1));
    ops.withName("angle").math.atan2(y, x);
    Path file = folder.resolve("atan2.pb");
    GraphDefs.write(graph, file);
    Outcome outcome =
        weir(
            "run",
            file.toString(),
            "--feed",
            "y=[-0.0, 0.0, -0.0, 0.0]",
            "--feed",
            "x=[-0.0, -0.0, 0.0, 0.0]",
            "--fetch",
            "angle",
            "--json");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).contains("\"values\": [-3.1415927, 3.1415927, -0.0, 0.0]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "1e30", "-1", "-0.0", "\"1\"", "9223372036854775808"})
  void shapesAreOfWholeNumbers(String size) {
    String value = "x={\"values\": [[1, 2]], \"shape\": [1, " + size + "]}";
    Outcome outcome = weir("run", model.toString(), "--feed", value, "--fetch", "y", "--json");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("a shape is a list of whole numbers from 0 to 9223372036854775807, got ")
        .contains(" for dimension 1");
    assertThat(outcome.out()).contains("INVALID_ARGUMENT");
  }

  @Test
  void shapesHaveAsManyElementsAsThereAreValues() {
    for (String shape : List.of("[1, 3]", "[9223372036854775807, 2]", "[4294967296, 4294967296]")) {
      String value = "x={\"values\": [[1, 2]], \"shape\": " + shape + "}";
      Outcome outcome = weir("run", model.toString(), "--feed", value, "--fetch", "y", "--json");
      assertThat(outcome.out()).as(shape).contains("INVALID_ARGUMENT");
    }
    String value = "x={\"values\": [1, 2], \"shape\": [1.0, 20e-1]}";
    assertThat(weir("run", model.toString(), "--feed", value, "--fetch", "y", "--json").out())
        .contains("[[11.0, 22.0]]");
  }

  @Test
  void placementIsExplained() {
    Outcome outcome =
        weir(
            "run",
            model.toString(),
            "--feed",
            "x=[[1, 2]]",
            "--fetch",
            "y",
            "--devices",
            "2",
            "--explain-placement");
    assertThat(outcome.out()).contains("NODE").contains("AddV2").contains("/device:CPU:0");
  }

  @Test
  void clustersAreExplained() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output product = ops.withName("product").math.mul(x, x);
    Output tanh = ops.withName("tanh").math.tanh(product);
    ops.withName("order").math.cumsum(tanh, 0);
    Path file = folder.resolve("chain.pb");
    GraphDefs.write(graph, file);
    String[] run = {
      "run", file.toString(), "--feed", "x=[[1, 2]]", "--fetch", "order", "--explain-compile"
    };
    assertThat(weir(run).out())
        .contains("is Mul \"product\", Tanh \"tanh\"")
        .contains("ends before Cumsum \"order\": there is no code for Cumsum of float32");
    assertThat(weir(with(run, "--json")).out()).contains("\"pass\": \"compile-clusters\"");
  }

  @Test
  void traceIsWritten() throws Exception {
    Path trace = folder.resolve("trace.json");
    weir(
        "run",
        model.toString(),
        "--feed",
        "x=[[1, 2]]",
        "--fetch",
        "y",
        "--trace",
        trace.toString());
    assertThat(JsonReader.read(Files.readString(trace))).asString().contains("AddV2");
  }

  @Test
  void theNodeThatMakesTheFirstNanIsNamed() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1));
    Output before = ops.withName("before").math.log(x);
    Output root = ops.withName("root").math.sqrt(before);
    Output sum = ops.withName("sum").math.add(root, x);
    ops.withName("hidden").math.maximum(ops.constant(0f), ops.math.neg(sum));
    Path file = folder.resolve("nan.pb");
    GraphDefs.write(graph, file);
    String[] run = {"run", file.toString(), "--fetch", "hidden", "--check-numerics", "--feed"};
    Outcome fine = weir(with(run, "x=[1, 2]"));
    assertThat(fine.code()).as(fine.err()).isZero();
    assertThat(fine.out()).contains("hidden:0 = float32[2]").doesNotContain("before");
    Outcome nan = weir(with(run, "x=[1, 0.5]"));
    assertThat(nan.code()).isEqualTo(1);
    assertThat(nan.err())
        .contains("[Sqrt \"root\"] the first value that is not finite is")
        .contains("NaN at 1; its inputs are finite");
    assertThat(weir(with(run, "x=[1, 0]")).err()).contains("of its inputs before:0 has -Infinity");
    assertThat(weir(with(run, "x=[1, \"Infinity\"]")).err()).contains("that is what was fed");
    // what is fed is not computed, so what it would be does not matter
    Outcome cut =
        weir(
            "run",
            file.toString(),
            "--feed",
            "before=[4]",
            "--fetch",
            "root",
            "--check-numerics",
            "--json");
    assertThat(cut.out()).contains("[2.0]");
    assertThat(
            weir("run", file.toString(), "--feed", "x=[-1]", "--target", "sum", "--check-numerics")
                .err())
        .contains("[Log \"before\"]");
  }

  private static String[] with(String[] arguments, String last) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = last;
    return all;
  }

  @Test
  void inspectShowsWhatIsThere() {
    assertThat(weir("inspect", model.toString()).out())
        .contains("5 nodes")
        .contains("x:0  float32[?,2]")
        .contains("y:0  float32[?,2]")
        .contains("AddV2 1");
    assertThat(weir("inspect", model.toString(), "--json").out()).contains("\"nodes\": 5");
    assertThat(weir("inspect", model.toString(), "--nodes").out()).contains("%y = AddV2(%x, %w)");
  }

  @Test
  void opsAreListed() {
    assertThat(weir("ops").out()).contains("MatMul").contains("reference");
    assertThat(weir("ops", "MatMul").out()).contains("transpose_a:bool=false");
    assertThat(weir("ops", "BatchMatMul").out()).contains("audience: legacy");
    assertThat(JsonReader.read(weir("ops", "--json").out()))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSizeGreaterThan(20);
  }

  @Test
  void helpAndCompletionAreThere() {
    assertThat(weir("--help").out()).contains("Usage: weir").contains("inspect").contains("bench");
    assertThat(weir("completion").out()).contains("complete");
    assertThat(weir("--version").out()).contains("weir");
  }
}
