package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the files of a checkpoint are called. */
final class FileNames {
  static final String INDEX = ".index";

  /** Stands in the names of files that are being written. */
  static final String ASIDE = ".tempstate";

  private static final Pattern DATA = Pattern.compile("\\.data-(\\d{5,9})-of-(\\d{5,9})");

  private FileNames() {}

  static Path index(Path prefix) {
    return sibling(prefix, INDEX);
  }

  static Path data(Path prefix, int shard, int shards) {
    return sibling(prefix, String.format(Locale.ROOT, ".data-%05d-of-%05d", shard, shards));
  }

  /** A name for the time of writing. */
  static Path aside(Path file, String token) {
    return sibling(file, ASIDE + token);
  }

  private static Path sibling(Path prefix, String suffix) {
    Path name = prefix.getFileName();
    if (name == null || name.toString().isEmpty()) {
      throw WeirException.invalidArgument(
          "\"%s\" cannot be the prefix of a checkpoint; it is a folder and the beginning of a file"
              + " name, as in model/step-100",
          prefix);
    }
    return prefix.resolveSibling(name + suffix);
  }

  /** The folder a checkpoint is in. */
  static Path folder(Path prefix) {
    Path parent = prefix.toAbsolutePath().getParent();
    return parent == null ? prefix.toAbsolutePath() : parent;
  }

  /** The data files there are of a prefix, of whatever number of shards. */
  static List<DataName> existingData(Path prefix) throws IOException {
    String name = String.valueOf(prefix.getFileName());
    List<DataName> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(prefix))) {
      for (Path file : files) {
        String each = String.valueOf(file.getFileName());
        if (each.startsWith(name)) {
          Matcher matcher = DATA.matcher(each.substring(name.length()));
          if (matcher.matches()) {
            found.add(new DataName(file, Integer.parseInt(matcher.group(2))));
          }
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return found;
  }

  /** A data file, and of how many shards its name says it is one. */
  record DataName(Path file, int shards) {}
}
