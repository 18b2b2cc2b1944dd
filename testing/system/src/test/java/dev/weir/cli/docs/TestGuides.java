package dev.weir.cli.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.docs.MarkdownBlocks.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The guides: the Java blocks of a page are one program, which prints what its {@code text} blocks
 * show. Blocks marked {@code no-run} are compiled only, since they need what a test does not have.
 */
@Timeout(300)
final class TestGuides {
  /** Pages whose Java is fragments; {@link TestDocuments} has a test of each. */
  private static final Set<String> FRAGMENTS =
      Set.of("docs/guide/adding-an-op.md", "docs/guide/training-session.md");

  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)#:\\s]+)(?:#[^)]*)?\\)");

  @TempDir private Path folder;

  static boolean isProgram(String page) {
    return page.startsWith("docs/guide/") && !FRAGMENTS.contains(page);
  }

  private static Stream<String> pages() throws IOException {
    return MarkdownBlocks.files().stream()
        .filter(TestGuides::isProgram)
        .filter(TestGuides::hasJava);
  }

  private static boolean hasJava(String page) {
    return blocks(page).stream().anyMatch(TestGuides::isJava);
  }

  private static List<Block> blocks(String page) {
    try {
      return MarkdownBlocks.of(page);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isJava(Block block) {
    return block.language().equals("java") || block.language().equals("java no-run");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void programsRunAndPrintWhatPagesShow(String page) throws Exception {
    String program =
        blocks(page).stream()
            .filter(TestGuides::isJava)
            .map(
                block ->
                    block.language().equals("java")
                        ? block.text()
                        : "if (arguments.length > 0) {\n" + block.text() + "\n}")
            .collect(joining("\n"));
    JavaSnippet snippet = new JavaSnippet(folder);
    snippet.compile("", program);
    String printed = snippet.run();
    int from = 0;
    for (Block block : blocks(page)) {
      if (block.language().equals("text")) {
        Matcher shown = pattern(block).matcher(printed);
        assertThat(shown.find(from))
            .as("%s prints\n%s\nand not:\n%s", block, block.text(), printed)
            .isTrue();
        from = shown.end();
      }
    }
  }

  /** An ellipsis stands for anything on the same line. */
  private static Pattern pattern(Block block) {
    return Pattern.compile(
        Arrays.stream(block.text().split("…", -1)).map(Pattern::quote).collect(joining(".*")));
  }

  @Test
  void everyPageIsInTheIndex() throws IOException {
    String index = Files.readString(MarkdownBlocks.root().resolve("docs/guide/README.md"));
    for (String page : MarkdownBlocks.files()) {
      if (page.startsWith("docs/guide/") && !page.endsWith("/README.md")) {
        assertThat(index).contains("](" + Path.of(page).getFileName() + ")");
      }
    }
  }

  @Test
  void linksLeadToFiles() throws IOException {
    for (String page : documents()) {
      Path file = MarkdownBlocks.root().resolve(page);
      LINK.matcher(Files.readString(file))
          .results()
          .forEach(
              link ->
                  assertThat(file.resolveSibling(link.group(1)))
                      .as("%s: %s", page, link.group())
                      .exists());
    }
  }

  private static List<String> documents() throws IOException {
    Path root = MarkdownBlocks.root();
    try (Stream<Path> top = Files.list(root);
        Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      return Stream.of(top, docs, Stream.of(root.resolve("examples/README.md")))
          .flatMap(files -> files)
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> root.relativize(file).toString())
          .toList();
    }
  }
}
