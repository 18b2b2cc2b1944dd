package dev.weir.fuzz.parse;

import dev.weir.cli.CommandLines;
import dev.weir.cluster.TfConfig;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** JSON as it comes from outside: feeds of {@code weir run}, and {@code TF_CONFIG}. */
final class JsonTarget implements ParserTarget {
  private static final List<DType> TYPES =
      List.of(DType.FLOAT32, DType.INT64, DType.STRING, DType.BOOL, DType.COMPLEX64);

  private final Path file;
  private final List<Path> models = new ArrayList<>();

  JsonTarget(Path folder) {
    this.file = folder.resolve("feed.json");
    for (DType dtype : TYPES) {
      Graph graph = new Graph();
      Ops ops = Ops.create(graph);
      ops.withName("y").control.identity(ops.withName("x").placeholder(dtype));
      Path model = folder.resolve("model-" + dtype + ".pb");
      GraphDefs.write(graph, model);
      models.add(model);
    }
  }

  /** The first byte says what the rest is read as. */
  private static byte[] seed(int form, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] input = new byte[bytes.length + 1];
    input[0] = (byte) form;
    System.arraycopy(bytes, 0, input, 1, bytes.length);
    return input;
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        seed(0, "[[1, -0.0], [1e-40, \"NaN\"]]"),
        seed(0, "{\"dtype\": \"float32\", \"shape\": [2], \"values\": [1.5, \"-Infinity\"]}"),
        seed(1, "[9223372036854775807, -1]"),
        seed(2, "[\"a\\u00e9\\n\", {\"b64\": \"/w==\"}]"),
        seed(3, "[true, false]"),
        seed(4, "[{\"real\": 1, \"imag\": -2.5}]"),
        seed(
            5,
            "{\"cluster\": {\"ps\": [\"a:1\"], \"worker\": [\"b:2\", \"c:3\"]},"
                + " \"task\": {\"type\": \"worker\", \"index\": 1}, \"environment\": \"cloud\"}"));
  }

  @Override
  public void parse(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    int form = Math.floorMod(input[0], TYPES.size() + 1);
    String text = new String(input, 1, input.length - 1, StandardCharsets.UTF_8);
    if (form == TYPES.size()) {
      TfConfig unused = TfConfig.parse(text);
      return;
    }
    Files.writeString(file, text);
    CommandLines.Outcome outcome =
        CommandLines.run(
            "run", models.get(form).toString(), "--feed", "x=@" + file, "--fetch", "y", "--json");
    if (outcome.err().contains("a mistake of Weir's own") || outcome.err().contains("\tat ")) {
      throw new IOException(outcome.err());
    }
  }
}
