package dev.weir.simulation.disk;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** What is known of a file. */
record DiskAttributes(SimulatedDisk.Node node) implements BasicFileAttributes {
  @Override
  public FileTime lastModifiedTime() {
    return FileTime.fromMillis(node.modifiedMillis);
  }

  @Override
  public FileTime lastAccessTime() {
    return lastModifiedTime();
  }

  @Override
  public FileTime creationTime() {
    return lastModifiedTime();
  }

  @Override
  public boolean isRegularFile() {
    return !node.isFolder;
  }

  @Override
  public boolean isDirectory() {
    return node.isFolder;
  }

  @Override
  public boolean isSymbolicLink() {
    return false;
  }

  @Override
  public boolean isOther() {
    return false;
  }

  @Override
  public long size() {
    return node.bytes.length;
  }

  @Override
  public Object fileKey() {
    return node;
  }
}
