import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Checks ({@code check}) or rewrites ({@code apply}) the Java files of this repository with
 * google-java-format. Run from the root by the build; further arguments name the files to look at
 * instead of all of them.
 *
 * <p>Files found well formatted are remembered by time and size in {@code target/format}, so that a
 * second run only reads what has changed.
 */
final class Format {
  private static final Path KNOWN_FILE = Path.of("target", "format", "formatted");

  private final boolean apply;
  private final Set<String> known;
  private final Set<String> formatted = new ConcurrentSkipListSet<>();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();

  private Format(boolean apply, Set<String> known) {
    this.apply = apply;
    this.known = known;
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0 || !Set.of("check", "apply").contains(arguments[0])) {
      System.err.println("usage: Format check|apply [FILE...]");
      System.exit(2);
    }
    boolean all = arguments.length == 1;
    Set<String> known =
        all && Files.exists(KNOWN_FILE) ? Set.copyOf(Files.readAllLines(KNOWN_FILE)) : Set.of();
    Format run = new Format(arguments[0].equals("apply"), known);
    List<Path> files = all ? sources() : List.of(arguments).stream().skip(1).map(Path::of).toList();
    files.parallelStream().forEach(run::visit);
    if (all) {
      Files.createDirectories(KNOWN_FILE.getParent());
      Files.write(KNOWN_FILE, run.formatted);
    }
    if (!run.faults.isEmpty()) {
      run.faults.stream().sorted().forEach(System.err::println);
      System.err.println("To fix the format: mvn -N verify -Dformat=apply");
      System.exit(1);
    }
  }

  private static List<Path> sources() throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        Path.of(""),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean skipped = name.equals("target") || (name.startsWith(".") && name.length() > 1);
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  private void visit(Path file) {
    try {
      if (known.contains(key(file))) {
        formatted.add(key(file));
        return;
      }
      String before = Files.readString(file);
      String after = new Formatter().formatSourceAndFixImports(before);
      if (!after.equals(before)) {
        if (!apply) {
          faults.add(file + ": not in the project's format");
          return;
        }
        Files.writeString(file, after);
        System.err.println("formatted " + file);
      }
      formatted.add(key(file));
    } catch (FormatterException e) {
      faults.add(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String key(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toMillis() + " " + Files.size(file) + " " + file;
  }
}
