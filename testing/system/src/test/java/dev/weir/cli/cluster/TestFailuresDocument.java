package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/failures.md and the tests of failures tell the same. */
final class TestFailuresDocument {
  /** Classes of which every test is a row. */
  private static final List<Class<?>> ALL_ROWS =
      List.of(
          TestFailures.class,
          TestSilence.class,
          TestLimits.class,
          TestAddressChange.class,
          TestResourceFailures.class,
          TestRotation.class,
          TestReplacement.class,
          TestClockJump.class);

  private static final Pattern TEST =
      Pattern.compile("`(?<class>Test\\w+)(?:\\.(?<method>\\w+))?`");

  /** Documents whose tables name tests. */
  private static final List<String> DOCUMENTS =
      List.of("docs/failures.md", "docs/guide/training-session.md");

  private static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/failures.md"))) {
      folder = folder.getParent();
      assertThat(folder).as("a folder above that has docs/failures.md").isNotNull();
    }
    return folder;
  }

  /** The text of a test, of any module. */
  private static String source(String testClass) throws IOException {
    Path repository = repository();
    for (String room : List.of("cluster", "client", "storage", "testing")) {
      try (Stream<Path> files = Files.walk(repository.resolve(room))) {
        Optional<Path> found = files.filter(file -> file.endsWith(testClass + ".java")).findFirst();
        if (found.isPresent()) {
          return Files.readString(found.get());
        }
      }
    }
    throw new AssertionError("no test is called " + testClass);
  }

  private static List<String> lines(String document) throws IOException {
    return Files.readAllLines(repository().resolve(document));
  }

  /** The rows of the table of failures. */
  private static List<String> rows() throws IOException {
    return lines("docs/failures.md").stream()
        .dropWhile(line -> !line.startsWith("| fault |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .toList();
  }

  @Test
  void everyRowIsATestAndEveryTestARow() throws IOException {
    List<String> named = new ArrayList<>();
    for (String row : rows()) {
      Matcher test = TEST.matcher(row.substring(row.lastIndexOf('|', row.length() - 2)));
      assertThat(test.find()).as("a test is named at the end of the row: %s", row).isTrue();
      assertThat(test.group("method")).as("a method in the row: %s", row).isNotNull();
      for (Matcher each = TEST.matcher(row); each.find(); ) {
        named.add(each.group("class") + "." + each.group("method"));
      }
    }
    List<String> tests =
        ALL_ROWS.stream()
            .flatMap(all -> Arrays.stream(all.getDeclaredMethods()))
            .filter(method -> method.isAnnotationPresent(Test.class))
            .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName())
            .toList();
    assertThat(named).containsAll(tests);
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    int found = 0;
    for (String document : DOCUMENTS) {
      for (Matcher test = TEST.matcher(String.join("\n", lines(document))); test.find(); found++) {
        String source = source(test.group("class"));
        if (test.group("method") != null) {
          assertThat(source)
              .as("%s names %s", document, test.group())
              .containsPattern("@\\w*Test\\b[^;{}]*\\bvoid " + test.group("method") + "\\(");
        }
      }
    }
    assertThat(found).isGreaterThan(rows().size());
  }
}
