package dev.weir.graph.kernel;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which files graphs may touch: any, or only those in some directories. Names are judged by where
 * they lead: {@code ..} and symbolic links are followed first. A directory itself is not in it, as
 * checkpoints put their files beside the name they are given.
 */
public final class FileAccess {
  /** Any file, as far as the operating system lets the process. */
  public static final FileAccess ANYWHERE = new FileAccess(null);

  private final @Nullable List<Path> directories;

  private FileAccess(@Nullable List<Path> directories) {
    this.directories = directories;
  }

  /** Files in these directories, at any depth; no directories mean no files. */
  public static FileAccess within(List<Path> directories) {
    return new FileAccess(directories.stream().map(FileAccess::real).toList());
  }

  /**
   * The path a graph names; {@code scheme://…} is one of another file system. Fails with {@code
   * PERMISSION_DENIED} if it leads where graphs may not go.
   */
  public Path path(String name) {
    Path path = parsed(name);
    List<Path> allowed = directories;
    if (allowed == null) {
      return path;
    }
    Path real = real(path);
    if (isAllowed(real, allowed)) {
      return real; // what was judged is what is opened
    }
    throw denied(name, real, allowed);
  }

  /**
   * Opens a file for reading that belongs to a path from {@link #path}, such as one of the files of
   * a checkpoint. It is judged by itself, since it may be a link although the path is none: where
   * graphs are kept to some directories, the file that is opened is the one that was judged.
   */
  public SeekableByteChannel open(Path file) throws IOException {
    List<Path> allowed = directories;
    if (allowed == null) {
      return Files.newByteChannel(file);
    }
    Path real = file.toRealPath();
    if (!isAllowed(real, allowed)) {
      throw denied(file.toString(), real, allowed);
    }
    return Files.newByteChannel(real, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isAllowed(Path real, List<Path> allowed) {
    return allowed.stream().anyMatch(directory -> isBelow(real, directory));
  }

  private static WeirException denied(String name, Path real, List<Path> allowed) {
    return new WeirException(
        ErrorCode.PERMISSION_DENIED,
        "graphs may not access "
            + name
            + (real.toString().equals(name) ? "" : ", which is " + real)
            + ": this task allows "
            + (allowed.isEmpty() ? "no directory" : "only what is in " + allowed)
            + "; start it with --allow-dir for the directory to change that");
  }

  private static boolean isBelow(Path path, Path directory) {
    return path.getFileSystem().equals(directory.getFileSystem())
        && path.startsWith(directory)
        && !path.equals(directory);
  }

  private static Path parsed(String name) {
    try {
      return name.contains("://") ? Path.of(URI.create(name)) : Path.of(name);
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      throw WeirException.invalidArgument(
          "\"%s\" cannot be the name of a file: %s", name, String.valueOf(e.getMessage()));
    }
  }

  /** Where a path leads: the real path of what exists of it, and the rest as it is written. */
  private static Path real(Path path) {
    Path whole = path.toAbsolutePath();
    for (Path existing = whole; existing != null; existing = existing.getParent()) {
      try {
        Path real = existing.toRealPath();
        for (int i = existing.getNameCount(); i < whole.getNameCount(); i++) {
          real = real.resolve(whole.getName(i));
        }
        return real.normalize();
      } catch (NoSuchFileException e) {
        if (Files.isSymbolicLink(existing)) {
          throw new WeirException(
              ErrorCode.PERMISSION_DENIED,
              "graphs may not access " + path + ": " + existing + " is a broken link",
              e);
        }
      } catch (IOException e) {
        throw WeirException.ofIo("finding out where " + path + " leads", e);
      }
    }
    return whole.normalize();
  }

  @Override
  public String toString() {
    List<Path> allowed = directories;
    return allowed == null ? "anywhere" : "within " + allowed;
  }
}
