package dev.weir.simulation.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.jspecify.annotations.Nullable;

/** An open file, or a folder opened to be forced. */
final class DiskChannel extends FileChannel {
  private final SimulatedDisk disk;
  private final String key;
  private final SimulatedDisk.Node node;
  private final boolean writes;
  private final boolean appends;
  private long position;

  DiskChannel(
      SimulatedDisk disk, String key, SimulatedDisk.Node node, boolean writes, boolean appends) {
    this.disk = disk;
    this.key = key;
    this.node = node;
    this.writes = writes;
    this.appends = appends;
  }

  SimulatedDisk.Node node() {
    return node;
  }

  private void checkOpen() throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    int count = read(to, position);
    position += Math.max(0, count);
    return count;
  }

  @Override
  public int read(ByteBuffer to, long from) throws IOException {
    checkOpen();
    byte[] bytes = node.bytes;
    if (from >= bytes.length) {
      return -1;
    }
    int count = (int) Math.min(to.remaining(), bytes.length - from);
    to.put(bytes, (int) from, count);
    return count;
  }

  @Override
  public long read(ByteBuffer[] to, int offset, int length) throws IOException {
    long total = 0;
    for (int i = offset; i < offset + length; i++) {
      int count = read(to[i]);
      if (count < 0) {
        return total == 0 ? -1 : total;
      }
      total += count;
    }
    return total;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int count = write(from, appends ? node.bytes.length : position);
    position += count;
    return count;
  }

  @Override
  public int write(ByteBuffer from, long at) throws IOException {
    checkOpen();
    if (!writes) {
      throw new NonWritableChannelException();
    }
    return disk.write(node, from, Math.toIntExact(at));
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    long total = 0;
    for (int i = offset; i < offset + length; i++) {
      total += write(from[i]);
    }
    return total;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public FileChannel position(long other) {
    position = other;
    return this;
  }

  @Override
  public long size() {
    return node.bytes.length;
  }

  @Override
  public FileChannel truncate(long size) {
    disk.truncate(node, Math.toIntExact(size));
    return this;
  }

  @Override
  public void force(boolean metaData) throws IOException {
    checkOpen();
    disk.force(key, node);
  }

  @Override
  public long transferTo(long from, long count, WritableByteChannel to) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(count, Math.max(0, size() - from)));
    read(buffer, from);
    return to.write(buffer.flip());
  }

  @Override
  public long transferFrom(ReadableByteChannel from, long at, long count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(count, 1 << 16));
    int read = from.read(buffer);
    return read <= 0 ? 0 : write(buffer.flip(), at);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long from, long size) {
    throw new UnsupportedOperationException("files of the simulated disk cannot be mapped");
  }

  @Override
  public FileLock lock(long from, long size, boolean shared) throws IOException {
    FileLock lock = tryLock(from, size, shared);
    if (lock == null) {
      throw new IOException(key + " is locked by another process");
    }
    return lock;
  }

  @Override
  public @Nullable FileLock tryLock(long from, long size, boolean shared) throws IOException {
    checkOpen();
    return disk.lock(this) ? new Held(this, from, size, shared) : null;
  }

  @Override
  protected void implCloseChannel() {
    disk.unlock(this);
  }

  /** A lock that its process has. */
  private final class Held extends FileLock {
    private boolean released;

    Held(FileChannel channel, long from, long size, boolean shared) {
      super(channel, from, size, shared);
    }

    @Override
    public boolean isValid() {
      return !released && isOpen();
    }

    @Override
    public void release() {
      released = true;
      disk.unlock(DiskChannel.this);
    }
  }
}
