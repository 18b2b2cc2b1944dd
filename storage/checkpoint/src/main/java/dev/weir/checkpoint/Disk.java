package dev.weir.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Everything that changes files, in one place: what a save does to a disk is the sequence of calls
 * of these methods. Tests fail them one by one.
 */
class Disk {
  /** A file being written. Pieces may be written from several threads. */
  interface OutputFile extends AutoCloseable {
    /** Writes what remains of a buffer. */
    void write(ByteBuffer bytes, long position) throws IOException;

    /** Returns when everything written is on the disk. */
    void force() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Folders of which the parent was, or is to be, forced. */
  private final Set<Path> forced = ConcurrentHashMap.newKeySet();

  /** Folders with names that may not be on the disk yet. */
  private final Set<Path> unforced = new ConcurrentSkipListSet<>();

  /** Creates a file that does not exist. */
  OutputFile create(Path file) throws IOException {
    SeekableByteChannel channel =
        Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return channel instanceof FileChannel whole ? new Positioned(whole) : new InTurns(channel);
  }

  /** Renames a file atomically, replacing another. */
  void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      // Stores without renames, such as object stores, show a file only when it is whole.
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Deletes a file if it is there. */
  void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  /**
   * Makes a folder and those above it; its name is on the disk when this returns, also if it was
   * there: who made it may have crashed, or failed, before it was.
   */
  void createFolders(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath();
    Path missing = absolute;
    while (missing != null && !Files.exists(missing)) {
      addParent(missing);
      missing = missing.getParent();
    }
    if (forced.add(absolute)) {
      addParent(absolute);
    }
    Files.createDirectories(absolute);
    for (Path parent : unforced) {
      forceFolder(parent);
      unforced.remove(parent);
    }
  }

  private void addParent(Path folder) {
    Path parent = folder.getParent();
    if (parent != null) {
      unforced.add(parent);
    }
  }

  /** Returns when the names of the files in a folder are on the disk, where that can be asked. */
  void forceFolder(Path folder) throws IOException {
    FileChannel channel;
    try {
      channel = FileChannel.open(folder, StandardOpenOption.READ);
    } catch (IOException | UnsupportedOperationException e) {
      return; // not every system opens folders; those that do not keep names safe themselves
    }
    try (channel) {
      channel.force(true);
    }
  }

  private record Positioned(FileChannel channel) implements OutputFile {
    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
      long at = position;
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** For file systems whose channels have one position. */
  private static final class InTurns implements OutputFile {
    private final SeekableByteChannel channel;

    InTurns(SeekableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    public synchronized void write(ByteBuffer bytes, long position) throws IOException {
      if (channel.position() != position) {
        channel.position(position);
      }
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    @Override
    public void force() {
      // A channel that is no FileChannel has no such call: closing it is all one can do.
    }

    @Override
    public synchronized void close() throws IOException {
      channel.close();
    }
  }
}
