package dev.weir.kernels.onednn;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * A folder of unpacked shared libraries.
 *
 * <p>Each set of files gets a folder named after its content, so that versions live side by side
 * and a library in use is never overwritten. A file is written aside and renamed, so that another
 * process sees it whole or not at all. A file that is there is used only if its size and CRC-32 are
 * those recorded in the jar.
 */
final class LibraryCache {

  /** Size and checksum of a file. */
  private record Content(long size, long crc) {}

  private final Path root;

  LibraryCache(Path root) {
    this.root = root;
  }

  /**
   * The folder where this user's caches live: {@code XDG_CACHE_HOME} or {@code ~/.cache}, {@code
   * ~/Library/Caches} or {@code %LOCALAPPDATA%}.
   */
  static Path userFolder() {
    String home = System.getProperty("user.home", ".");
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (os.startsWith("mac")) {
      return Path.of(home, "Library", "Caches", "weir");
    }
    String configured = System.getenv(os.startsWith("windows") ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
    return configured == null || configured.isEmpty()
        ? Path.of(home, ".cache", "weir")
        : Path.of(configured, "weir");
  }

  /** Unpacks the resources, unless they are there already, and returns the folder they are in. */
  Path unpack(List<URL> resources) throws IOException {
    List<Content> contents = new ArrayList<>();
    CRC32 names = new CRC32();
    for (URL resource : resources) {
      Content content = contentOf(resource);
      contents.add(content);
      names.update(
          String.format(Locale.ROOT, "%x-%x", content.size, content.crc)
              .getBytes(StandardCharsets.US_ASCII));
    }
    Path folder = root.resolve(String.format(Locale.ROOT, "onednn-%08x", names.getValue()));
    Files.createDirectories(folder);
    for (int i = 0; i < contents.size(); i++) {
      Path file = folder.resolve(fileName(resources.get(i)));
      if (!holds(file, contents.get(i))) {
        copy(resources.get(i), file, contents.get(i));
      }
    }
    return folder;
  }

  /**
   * Deletes the folder and what was unpacked into it, as far as the system lets go of a library in
   * use: Linux and macOS do, Windows does not.
   */
  static void discard(Path unpacked) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(unpacked)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(unpacked);
      Files.deleteIfExists(unpacked.getParent());
    } catch (IOException e) {
      // Left to the cleaning of the temporary folder.
    }
  }

  private static String fileName(URL resource) {
    String path = resource.getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** From the directory of the jar if the resource is in one; otherwise by reading it. */
  private static Content contentOf(URL resource) throws IOException {
    URLConnection connection = resource.openConnection();
    if (connection instanceof JarURLConnection jar) {
      JarEntry entry = jar.getJarEntry();
      if (entry != null && entry.getSize() >= 0 && entry.getCrc() >= 0) {
        return new Content(entry.getSize(), entry.getCrc());
      }
    }
    try (InputStream in = connection.getInputStream()) {
      return contentOf(in);
    }
  }

  private static Content contentOf(InputStream in) throws IOException {
    CheckedInputStream checked = new CheckedInputStream(in, new CRC32());
    byte[] buffer = new byte[1 << 20];
    long size = 0;
    for (int read = checked.read(buffer); read >= 0; read = checked.read(buffer)) {
      size += read;
    }
    return new Content(size, checked.getChecksum().getValue());
  }

  private static boolean holds(Path file, Content expected) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) != expected.size) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return contentOf(in).equals(expected);
    }
  }

  private static void copy(URL resource, Path file, Content expected) throws IOException {
    Path aside = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".part");
    try {
      try (InputStream in = resource.openStream();
          OutputStream out = Files.newOutputStream(aside)) {
        in.transferTo(out);
      }
      if (!holds(aside, expected)) {
        throw new IOException("%s was not written whole (disk full?)".formatted(aside));
      }
      moveInto(aside, file);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  private static void moveInto(Path aside, Path file) throws IOException {
    try {
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
