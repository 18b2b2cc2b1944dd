package dev.weir.cluster.internal.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Distinguishes states of a file without reading it. Links are followed, so that a link that is
 * switched to another file, as Kubernetes does with mounted secrets, is a change.
 */
record FileStamp(FileTime modified, long size, Optional<Object> identity) {
  /** The stamps of files; empty if one cannot be looked at, which is so while it is replaced. */
  static Optional<List<FileStamp>> of(Path... files) {
    List<FileStamp> stamps = new ArrayList<>();
    try {
      for (Path file : files) {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        stamps.add(
            new FileStamp(now.lastModifiedTime(), now.size(), Optional.ofNullable(now.fileKey())));
      }
      return Optional.of(stamps);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
