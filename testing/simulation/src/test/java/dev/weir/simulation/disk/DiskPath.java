package dev.weir.simulation.disk;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;

/** A name on a simulated disk; what can be done with names is left to the usual paths. */
final class DiskPath implements Path {
  private final DiskFileSystem system;
  private final Path name;

  DiskPath(DiskFileSystem system, Path name) {
    this.system = system;
    this.name = name;
  }

  static DiskPath of(Path path) {
    if (path instanceof DiskPath own) {
      return own;
    }
    throw new ProviderMismatchException(path + " is not on the simulated disk");
  }

  /** Its absolute name, without dots. */
  String key() {
    return Path.of("/").resolve(name).normalize().toString();
  }

  private Path with(Path other) {
    return new DiskPath(system, other);
  }

  private @Nullable Path withNullable(@Nullable Path other) {
    return other == null ? null : with(other);
  }

  @Override
  public FileSystem getFileSystem() {
    return system;
  }

  @Override
  public boolean isAbsolute() {
    return name.isAbsolute();
  }

  @Override
  public @Nullable Path getRoot() {
    return withNullable(name.getRoot());
  }

  @Override
  public @Nullable Path getFileName() {
    return withNullable(name.getFileName());
  }

  @Override
  public @Nullable Path getParent() {
    return withNullable(name.getParent());
  }

  @Override
  public int getNameCount() {
    return name.getNameCount();
  }

  @Override
  public Path getName(int index) {
    return with(name.getName(index));
  }

  @Override
  public Path subpath(int from, int to) {
    return with(name.subpath(from, to));
  }

  @Override
  public boolean startsWith(Path other) {
    return other instanceof DiskPath own && name.startsWith(own.name);
  }

  @Override
  public boolean endsWith(Path other) {
    return other instanceof DiskPath own && name.endsWith(own.name);
  }

  @Override
  public Path normalize() {
    return with(name.normalize());
  }

  @Override
  public Path resolve(Path other) {
    return with(name.resolve(of(other).name));
  }

  @Override
  public Path relativize(Path other) {
    return with(name.relativize(of(other).name));
  }

  @Override
  public URI toUri() {
    return URI.create(DiskProvider.SCHEME + "://" + key());
  }

  @Override
  public Path toAbsolutePath() {
    return with(Path.of("/").resolve(name));
  }

  @Override
  public Path toRealPath(LinkOption... options) {
    return with(Path.of(key()));
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException("nothing is watched");
  }

  @Override
  public int compareTo(Path other) {
    return name.compareTo(of(other).name);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DiskPath own && own.system == system && own.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
