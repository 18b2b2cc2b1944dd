package dev.weir.cli.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The fenced blocks of README and guides. */
final class MarkdownBlocks {
  private static final String FENCE = "```";
  private static final String PROMPT = "$ ";
  private static final Pattern COMMAND = Pattern.compile("`(?:\\./)?(weir [^`]+)`");

  private MarkdownBlocks() {}

  /**
   * A block.
   *
   * @param where file and line
   * @param language what stands after the fence; may be empty
   */
  record Block(String where, String language, List<String> lines) {
    /** What a reader is to type. */
    List<String> commands() {
      return lines.stream()
          .filter(line -> line.startsWith(PROMPT))
          .map(line -> line.substring(PROMPT.length()))
          .toList();
    }

    String text() {
      return String.join("\n", lines);
    }

    @Override
    public String toString() {
      return where;
    }
  }

  /**
   * A command in a sentence, which begins with {@code weir}.
   *
   * @param where file and line
   */
  record Inline(String where, String command) {
    @Override
    public String toString() {
      return where + ": " + command;
    }
  }

  /** The commands in the sentences of all documents. */
  static List<Inline> inline() throws IOException {
    List<Inline> commands = new ArrayList<>();
    for (String file : files()) {
      List<String> lines = Files.readAllLines(root().resolve(file));
      for (int i = 0; i < lines.size(); i++) {
        Matcher command = COMMAND.matcher(lines.get(i));
        while (command.find()) {
          commands.add(new Inline(file + ":" + (i + 1), command.group(1)));
        }
      }
    }
    return commands;
  }

  /** The README and the guides, as paths from the root. */
  static List<String> files() throws IOException {
    List<String> files = new ArrayList<>(List.of("README.md"));
    try (Stream<Path> guides = Files.list(root().resolve("docs/guide"))) {
      guides.sorted().forEach(guide -> files.add("docs/guide/" + guide.getFileName()));
    }
    return files;
  }

  /** The folder of the whole project. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  static List<Block> all() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (String file : files()) {
      blocks.addAll(of(file));
    }
    return blocks;
  }

  static List<Block> of(String file) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = Files.readAllLines(root().resolve(file));
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(FENCE)) {
        int begin = i + 1;
        i = begin;
        while (!lines.get(i).startsWith(FENCE)) {
          i++;
        }
        String language = lines.get(begin - 1).substring(FENCE.length()).strip();
        blocks.add(new Block(file + ":" + begin, language, lines.subList(begin, i)));
      }
    }
    return blocks;
  }
}
