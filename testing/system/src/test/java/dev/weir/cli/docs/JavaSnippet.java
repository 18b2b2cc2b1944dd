package dev.weir.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Java of a document: the statements of a method, after others that a reader has already. */
final class JavaSnippet {
  private static final String IMPORTS =
      """
      import dev.weir.autodiff.*;
      import dev.weir.cluster.*;
      import dev.weir.cluster.server.LocalCluster;
      import dev.weir.error.*;
      import dev.weir.graph.*;
      import dev.weir.graph.graphdef.GraphDefs;
      import dev.weir.ops.*;
      import dev.weir.ops.state.GraphVariable;
      import dev.weir.runtime.*;
      import dev.weir.runtime.trace.StepTrace;
      import dev.weir.tensor.*;
      import dev.weir.train.*;
      import dev.weir.train.layer.*;
      import dev.weir.train.optimizer.*;
      import dev.weir.train.listener.*;
      import dev.weir.checkpoint.*;
      import java.nio.file.*;
      import java.time.*;
      import java.util.*;
      """;

  /** Methods that the guide on training describes in words. */
  private static final String METHODS =
      """
      static Tensor batch() {
        return Tensors.zeros(DType.FLOAT32, Shape.of(1, 2));
      }
      """;

  private final Path folder;

  JavaSnippet(Path folder) {
    this.folder = folder;
  }

  /**
   * Compiles statements, and fails with what the compiler says.
   *
   * @param before declarations that the document has in other words, or earlier
   */
  void compile(String before, String statements) throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Snippet.java"),
            IMPORTS
                + "public class Snippet {\n"
                + METHODS
                + "public static void main(String[] arguments)"
                + " throws Exception {\n"
                + before
                + "\n"
                + statements
                + (statements.endsWith(")") ? ";" : "") // an expression that goes on
                + "\n}\n}\n");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean isGood =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of(
                      "-proc:none",
                      "-nowarn",
                      "-cp",
                      System.getProperty("java.class.path"),
                      "-d",
                      folder.toString()),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(isGood).as(said.toString()).isTrue();
    }
  }

  /** Runs what was compiled; what it prints. */
  String run() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        PrintStream to = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(to);
      loader
          .loadClass("Snippet")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
