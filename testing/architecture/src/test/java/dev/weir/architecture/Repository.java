package dev.weir.architecture;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of this repository, without those that a build makes. */
final class Repository {
  private static final Set<String> SKIPPED = Set.of("target", "digits-run");

  private Repository() {}

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve(".mvn"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("not run inside the repository: no folder above holds .mvn");
    }
    return folder;
  }

  /** All files whose name ends with one of the given suffixes, sorted. */
  static List<Path> files(String... suffixes) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root(),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean skipped =
                !folder.equals(root()) && (SKIPPED.contains(name) || name.startsWith("."));
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (List.of(suffixes).stream().anyMatch(file.toString()::endsWith)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  /** A path as the documents write it: from the root, with slashes. */
  static String name(Path file) {
    return root().relativize(file).toString().replace('\\', '/');
  }
}
