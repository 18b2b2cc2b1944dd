package dev.weir.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.graphdef.GraphDefs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class TestFirstGraph {
  @Test
  void printsTheLayersResult() {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      FirstGraph.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo("float32[2,2]\n[[22.5, 27.5],\n [ 0.0,  0.0]]");
  }

  @Test
  void modelFileIsTheGraph() throws Exception {
    assertThat(Files.readString(folder().resolve("first-graph.pbtxt")))
        .isEqualTo(GraphDefs.toText(FirstGraph.layer()));
  }

  /** The example's folder, from wherever in the repository the test runs. */
  private static Path folder() {
    Path here = Path.of("").toAbsolutePath();
    Path inRepository = here.resolve("examples").resolve("basics");
    return Files.isDirectory(inRepository) ? inRepository : here;
  }
}
