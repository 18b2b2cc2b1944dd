package dev.weir.simulation.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A disk that several processes share. What a process writes is there for all at once, but safe
 * only when it was forced: the bytes of a file by forcing the file, names by forcing the folder.
 * When a process's machine crashes, of the rest an arbitrary part is lost: blocks of files, and
 * names that were changed last.
 */
public final class SimulatedDisk {
  private static final int BLOCK = 64;

  /** Who uses the disk, and what chance has in store for it. */
  public interface Host {
    /** The process that runs now; null outside of any process: such changes are safe at once. */
    @Nullable Object process();

    /** Takes some time. Fails if the disk does; {@code writes} if it takes room. */
    void operate(String what, boolean writes) throws IOException;

    /** Whether data that is forced does not get to the disk. */
    boolean failsToForce();

    boolean isDead(Object process);

    long currentMillis();

    int below(int bound);
  }

  /** A file or folder. */
  static final class Node {
    final boolean isFolder;
    byte[] bytes = new byte[0];
    byte[] forced = new byte[0];
    boolean isSafe = true;
    boolean isDoomed;
    @Nullable Object writer;
    long modifiedMillis;

    Node(boolean isFolder) {
      this.isFolder = isFolder;
    }
  }

  /** A change of names in a folder that was not forced yet. */
  private record Change(Object process, String folder, Runnable undo) {}

  private final Host host;
  private final Map<String, Node> names = new TreeMap<>();
  private final List<Change> changes = new ArrayList<>();
  private final Map<Node, DiskChannel> locks = new IdentityHashMap<>();
  private final Map<DiskChannel, Object> holders = new IdentityHashMap<>();
  private int lost;

  /** An empty disk. From now on the names of the simulated file system are on it. */
  public SimulatedDisk(Host host) {
    this.host = host;
    names.put("/", new Node(true));
    DiskProvider.use(this);
  }

  /** A path on the disk that is in use. */
  public static Path path(String name) {
    return Path.of(java.net.URI.create(DiskProvider.SCHEME + "://" + name));
  }

  /** How many blocks and names crashes have lost. */
  public int lost() {
    return lost;
  }

  @Nullable Node find(String key) {
    return names.get(key);
  }

  private static String folderOf(String key) {
    int slash = key.lastIndexOf('/');
    return slash <= 0 ? "/" : key.substring(0, slash);
  }

  private void checkFolder(String key) throws IOException {
    Node folder = names.get(folderOf(key));
    if (folder == null || !folder.isFolder) {
      throw new NoSuchFileException(folderOf(key));
    }
  }

  private void note(String key, Runnable undo) {
    Object process = host.process();
    if (process != null) {
      changes.add(new Change(process, folderOf(key), undo));
    }
  }

  Node create(String key) throws IOException {
    host.operate("create", true);
    checkFolder(key);
    if (names.containsKey(key)) {
      throw new FileAlreadyExistsException(key);
    }
    Node node = new Node(false);
    node.modifiedMillis = host.currentMillis();
    names.put(key, node);
    note(key, () -> names.remove(key, node));
    return node;
  }

  void createFolder(String key) throws IOException {
    if (names.containsKey(key)) {
      throw new FileAlreadyExistsException(key);
    }
    host.operate("create a folder", true);
    checkFolder(key);
    if (names.containsKey(key)) {
      throw new FileAlreadyExistsException(key);
    }
    Node node = new Node(true);
    names.put(key, node);
    note(
        key,
        () -> {
          if (names.remove(key, node)) {
            names.keySet().removeIf(name -> name.startsWith(key + "/"));
          }
        });
  }

  void delete(String key) throws IOException {
    Node node = names.get(key);
    if (node == null) {
      throw new NoSuchFileException(key);
    }
    host.operate("delete", false);
    if (node.isFolder && !list(key).isEmpty()) {
      throw new DirectoryNotEmptyException(key);
    }
    if (names.remove(key, node)) {
      note(key, () -> names.putIfAbsent(key, node));
    }
  }

  void move(String from, String to, boolean replaces) throws IOException {
    host.operate("rename", false);
    Node node = names.get(from);
    if (node == null) {
      throw new NoSuchFileException(from);
    }
    checkFolder(to);
    Node replaced = names.get(to);
    if (replaced != null && !replaces) {
      throw new FileAlreadyExistsException(to);
    }
    names.remove(from);
    names.put(to, node);
    note(
        to,
        () -> {
          if (names.get(to) == node) {
            names.remove(to);
            if (replaced != null) {
              names.put(to, replaced);
            }
            names.putIfAbsent(from, node);
          }
        });
  }

  List<String> list(String folder) throws IOException {
    Node node = names.get(folder);
    if (node == null || !node.isFolder) {
      throw new NoSuchFileException(folder);
    }
    String prefix = folder.equals("/") ? "/" : folder + "/";
    List<String> found = new ArrayList<>();
    for (String name : names.keySet()) {
      if (name.startsWith(prefix)
          && name.length() > prefix.length()
          && name.indexOf('/', prefix.length()) < 0) {
        found.add(name.substring(prefix.length()));
      }
    }
    return found;
  }

  int write(Node node, ByteBuffer from, int at) throws IOException {
    host.operate("write", true);
    int count = from.remaining();
    byte[] bytes = Arrays.copyOf(node.bytes, Math.max(node.bytes.length, at + count));
    from.get(bytes, at, count);
    change(node, bytes);
    return count;
  }

  void truncate(Node node, int size) {
    change(node, Arrays.copyOf(node.bytes, Math.min(size, node.bytes.length)));
  }

  private void change(Node node, byte[] bytes) {
    node.bytes = bytes;
    node.modifiedMillis = host.currentMillis();
    Object process = host.process();
    if (process == null) {
      node.forced = bytes;
    } else {
      node.isSafe = false;
      node.writer = process;
    }
  }

  /** What is forced is safe; after a failure it never will be, even if forced again. */
  void force(String key, Node node) throws IOException {
    host.operate("force", false);
    boolean fails = host.failsToForce();
    if (node.isFolder) {
      if (!fails) {
        changes.removeIf(change -> change.folder.equals(key));
      }
    } else if (!fails && !node.isSafe && !node.isDoomed) {
      node.forced = node.bytes;
      node.isSafe = true;
    }
    if (fails) {
      node.isDoomed |= !node.isFolder;
      throw new IOException("Input/output error");
    }
  }

  boolean lock(DiskChannel channel) {
    DiskChannel holder = locks.get(channel.node());
    if (holder != null && holder != channel) {
      Object process = holders.get(holder);
      if (process == null || !host.isDead(process)) {
        return false;
      }
    }
    locks.put(channel.node(), channel);
    Object process = host.process();
    if (process != null) {
      holders.put(channel, process);
    }
    return true;
  }

  void unlock(DiskChannel channel) {
    locks.remove(channel.node(), channel);
    holders.remove(channel);
  }

  /** A process's machine crashes: of what it changed and did not force, some is lost. */
  public void crash(Object process) {
    List<Change> own = changes.stream().filter(change -> change.process.equals(process)).toList();
    int kept = own.isEmpty() ? 0 : host.below(own.size() + 1);
    for (int i = own.size() - 1; i >= kept; i--) {
      own.get(i).undo.run();
      lost++;
    }
    changes.removeAll(own);
    for (Node node : names.values()) {
      if (!node.isSafe && process.equals(node.writer)) {
        tear(node);
      }
    }
  }

  /** Of each block written and not forced, the new bytes are there, or the old ones, or zeros. */
  private void tear(Node node) {
    byte[] bytes = node.bytes.clone();
    for (int from = 0; from < bytes.length; from += BLOCK) {
      int to = Math.min(bytes.length, from + BLOCK);
      if (host.below(2) == 0) {
        for (int i = from; i < to; i++) {
          bytes[i] = i < node.forced.length ? node.forced[i] : 0;
        }
        lost++;
      }
    }
    int length =
        host.below(2) == 0
            ? bytes.length
            : Math.min(node.forced.length, bytes.length)
                + host.below(Math.abs(bytes.length - node.forced.length) + 1);
    node.bytes = Arrays.copyOf(bytes, Math.min(bytes.length, length));
    node.forced = node.bytes;
    node.isSafe = true;
    node.writer = null;
  }

  /** The names of all files, for who looks at what is left. */
  public List<String> files() {
    return names.entrySet().stream()
        .filter(entry -> !entry.getValue().isFolder)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Makes a folder that is safe. */
  public void makeFolder(String key) {
    names.putIfAbsent(key, new Node(true));
  }
}
