package dev.weir.simulation.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a simulated disk known to the JDK, so that graphs can name its files: {@code
 * simulated:///run/model}. There is one disk at a time, that of the simulation that runs.
 */
public final class DiskProvider extends FileSystemProvider {
  static final String SCHEME = "simulated";

  private static @Nullable SimulatedDisk current;

  private final DiskFileSystem system = new DiskFileSystem(this);

  /** For {@link java.util.ServiceLoader}. */
  public DiskProvider() {}

  /** From now on names are those of this disk. */
  static void use(SimulatedDisk disk) {
    current = disk;
  }

  private static SimulatedDisk disk() {
    SimulatedDisk disk = current;
    if (disk == null) {
      throw new IllegalStateException("no simulation runs");
    }
    return disk;
  }

  private static String key(Path path) {
    return DiskPath.of(path).key();
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
    return system;
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    return system.getPath(uri.getPath());
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attrs) throws IOException {
    return newFileChannel(path, options, attrs);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attrs) throws IOException {
    String key = key(path);
    SimulatedDisk disk = disk();
    boolean writes =
        options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
    SimulatedDisk.Node node = disk.find(key);
    if (writes && options.contains(StandardOpenOption.CREATE_NEW)) {
      node = disk.create(key);
    } else if (node == null && writes && options.contains(StandardOpenOption.CREATE)) {
      node = disk.create(key);
    } else if (node == null) {
      throw new NoSuchFileException(key);
    }
    if (writes && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
      disk.truncate(node, 0);
    }
    return new DiskChannel(disk, key, node, writes, options.contains(StandardOpenOption.APPEND));
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path dir, DirectoryStream.Filter<? super Path> filter) throws IOException {
    List<Path> found = new ArrayList<>();
    for (String name : disk().list(key(dir))) {
      Path path = dir.resolve(name);
      if (filter.accept(path)) {
        found.add(path);
      }
    }
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return found.iterator();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void createDirectory(Path dir, FileAttribute<?>... attrs) throws IOException {
    disk().createFolder(key(dir));
  }

  @Override
  public void delete(Path path) throws IOException {
    disk().delete(key(path));
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) {
    throw new UnsupportedOperationException("nothing is copied");
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    boolean replaces = Arrays.asList(options).contains(StandardCopyOption.REPLACE_EXISTING);
    disk().move(key(source), key(target), replaces);
  }

  @Override
  public boolean isSameFile(Path path, Path other) {
    return key(path).equals(key(other));
  }

  @Override
  public boolean isHidden(Path path) {
    return false;
  }

  @Override
  public FileStore getFileStore(Path path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    if (disk().find(key(path)) == null) {
      throw new NoSuchFileException(key(path));
    }
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    if (type != BasicFileAttributeView.class) {
      return null;
    }
    return type.cast(
        new BasicFileAttributeView() {
          @Override
          public String name() {
            return "basic";
          }

          @Override
          public BasicFileAttributes readAttributes() throws IOException {
            return attributes(path);
          }

          @Override
          public void setTimes(
              @Nullable FileTime modified, @Nullable FileTime accessed, @Nullable FileTime created)
              throws IOException {
            SimulatedDisk.Node node = disk().find(key(path));
            if (node == null) {
              throw new NoSuchFileException(key(path));
            }
            if (modified != null) {
              node.modifiedMillis = modified.toMillis();
            }
          }
        });
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return type.cast(attributes(path));
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    SimulatedDisk.Node node = disk().find(key(path));
    if (node == null) {
      throw new NoSuchFileException(key(path));
    }
    return new DiskAttributes(node);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
    throw new UnsupportedOperationException(attributes);
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
    throw new UnsupportedOperationException(attribute);
  }
}
