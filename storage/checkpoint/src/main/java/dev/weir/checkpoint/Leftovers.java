package dev.weir.checkpoint;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What interrupted saves of a series have left: files, and folders of files, with names for the
 * time of writing. Only the process that owns the series writes such files, so all but those of its
 * own running saves are left over; no clock is asked. What cannot be deleted is left for later.
 */
final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  private final Path folder;
  private final Disk disk;
  private final Pattern names;
  private final Set<Path> inUse = ConcurrentHashMap.newKeySet();

  Leftovers(Path folder, String series, Disk disk) {
    this.folder = folder;
    this.disk = disk;
    String aside = Pattern.quote(FileNames.ASIDE) + ".*";
    String own = Pattern.quote(series);
    this.names =
        Pattern.compile(own + "-\\d+(\\..*)?" + aside + "|(checkpoint|" + own + "\\.\\w+)" + aside);
  }

  /** Says that a save of this process uses a file or folder. */
  void use(Path file) {
    inUse.add(file.toAbsolutePath());
  }

  /** Says that it does not any more. */
  void release(Path file) {
    inUse.remove(file.toAbsolutePath());
  }

  /** Deletes what is left over. To be called by the owner of the series only. */
  void delete(Gate gate) {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "*" + FileNames.ASIDE + "*")) {
      for (Path file : files) {
        if (names.matcher(String.valueOf(file.getFileName())).matches()
            && !inUse.contains(file.toAbsolutePath())) {
          gate.check();
          delete(file);
        }
      }
    } catch (NoSuchFileException e) {
      return; // there is no folder yet
    } catch (IOException e) {
      LOG.warn("what interrupted saves left in {} cannot be listed: {}", folder, e.toString());
    }
  }

  private void delete(Path file) {
    try {
      if (Files.isDirectory(file)) {
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(file)) {
          for (Path each : inside) {
            disk.delete(each);
          }
        }
      }
      disk.delete(file);
    } catch (IOException e) {
      LOG.warn("{} was left by an interrupted save and cannot be deleted: {}", file, e.toString());
    }
  }
}
