package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/failures.md and {@link TestFailures} tell the same. */
final class TestFailuresDocument {
  private static final Pattern TEST =
      Pattern.compile("`(?<class>Test\\w+)\\.(?<method>\\w+)` \\|$");

  private static Path document() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/failures.md"))) {
      folder = folder.getParent();
      assertThat(folder).as("a folder above that has docs/failures.md").isNotNull();
    }
    return folder.resolve("docs/failures.md");
  }

  /** The text of a test of another module. */
  private static String source(String testClass) throws IOException {
    Path repository = document().resolveSibling("..").normalize();
    try (Stream<Path> files = Files.walk(repository.resolve("cluster"))) {
      Path found =
          files
              .filter(file -> file.endsWith(testClass + ".java"))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no test is called " + testClass));
      return Files.readString(found);
    }
  }

  @Test
  void everyRowIsATestAndEveryTestARow() throws IOException {
    List<String> named = new ArrayList<>();
    List<String> rows =
        Files.readAllLines(document()).stream()
            .dropWhile(line -> !line.startsWith("| what dies"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .toList();
    for (String row : rows) {
      Matcher test = TEST.matcher(row);
      assertThat(test.find()).as("a test is named in the row: %s", row).isTrue();
      if (test.group("class").equals(TestFailures.class.getSimpleName())) {
        named.add(test.group("method"));
      } else {
        assertThat(source(test.group("class"))).contains("void " + test.group("method") + "()");
      }
    }
    List<String> tests =
        Arrays.stream(TestFailures.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .map(Method::getName)
            .toList();
    assertThat(named).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(tests);
  }
}
