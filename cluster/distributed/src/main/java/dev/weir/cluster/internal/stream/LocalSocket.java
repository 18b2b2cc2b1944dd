package dev.weir.cluster.internal.stream;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's socket in the file system, for others of the same user on the same machine: large values
 * go through it several times as fast as through the loopback, small ones in half the time. Where
 * it is follows from the key of the task's streams; so a process that knows the key and finds the
 * file is on the same machine.
 *
 * <p>Only the owner may access the folder. A client checks that, since it is about to name its
 * token.
 */
final class LocalSocket implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSocket.class);
  private static final String PREFIX = "weir-streams-";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final int BACKLOG = 1024;

  /** As much as the system allows, up to this; what is on its way is not waited for. */
  private static final int BUFFER = 4 << 20;

  /** Of those that processes left behind when they were killed, the most to remove at a time. */
  private static final int LEFT_BEHIND = 100;

  private final Path folder;
  private final ServerSocketChannel channel;

  private LocalSocket(Path folder, ServerSocketChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** All users can list the folders there, so the name is a hash of the key. */
  static Path folder(long key) {
    try {
      byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(key).array();
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      String name = PREFIX + HexFormat.of().formatHex(hash, 0, Long.BYTES);
      return Path.of(System.getProperty("java.io.tmpdir"), name);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing in this Java", e);
    }
  }

  private static UnixDomainSocketAddress address(Path folder) {
    return UnixDomainSocketAddress.of(folder.resolve("socket"));
  }

  private static boolean isSupported() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
  }

  /** Begins to listen; null where that is impossible, and TCP is used. */
  static @Nullable LocalSocket listen(long key) {
    if (!isSupported()) {
      return null;
    }
    removeLeftBehind();
    Path folder = folder(key);
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      LocalSocket socket = new LocalSocket(folder, channel);
      try {
        channel.bind(address(folder), BACKLOG);
        channel.configureBlocking(false);
        return socket;
      } catch (IOException | RuntimeException e) {
        socket.close();
        throw e;
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("there is no socket at {}", folder, e);
      return null;
    }
  }

  ServerSocketChannel channel() {
    return channel;
  }

  /** A connection to the task with this key; null if that is elsewhere, or of another user. */
  static @Nullable SocketChannel connect(long key) {
    Path folder = folder(key);
    if (!isSupported() || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    try {
      return isOwn(folder) ? connect(folder) : null;
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("the socket at {} is of no use", folder, e);
      return null;
    }
  }

  private static @Nullable SocketChannel connect(Path folder) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.configureBlocking(false); // who cannot take it at once is not waited for
      if (channel.connect(address(folder))) {
        widen(channel);
        return channel;
      }
      channel.close();
      return null;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Whether this user owns it and no one else may write to it. */
  private static boolean isOwn(Path folder) throws IOException {
    Object owner = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    return owner instanceof Integer uid
        && Integer.toUnsignedLong(uid) == new UnixSystem().getUid()
        && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY);
  }

  /**
   * Whether the process at the other end runs as the user to whom the folder belongs, as this one
   * does. The system says it, not the other end; where it does not, no process counts as that user.
   */
  static boolean isOfOwnUser(SocketChannel channel, long key) {
    try {
      Path folder = folder(key);
      return channel.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)
          && isOwn(folder)
          && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS)
              .equals(channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user());
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("who is at the other end of the socket in {} is not known", folder(key), e);
      return false;
    }
  }

  /** Lets a connection take much at once. */
  static void widen(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
  }

  /** Deletes the files that killed processes left behind. */
  private static void removeLeftBehind() {
    List<Path> found = new ArrayList<>();
    Path all = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(all, PREFIX + "*")) {
      for (Path folder : folders) {
        if (found.size() == LEFT_BEHIND) {
          break;
        }
        found.add(folder);
      }
      for (Path folder : found) {
        if (isOwn(folder) && isDeserted(folder)) {
          remove(folder);
        }
      }
    } catch (IOException e) {
      LOG.debug("what others left in {} stays there", all, e);
    }
  }

  /** Whether a socket refuses connections; one that is being created has no file yet. */
  private static boolean isDeserted(Path folder) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      channel.connect(address(folder));
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      LOG.trace("no verdict about {}", folder, e);
      return false;
    }
  }

  private static void remove(Path folder) throws IOException {
    Files.deleteIfExists(address(folder).getPath());
    Files.deleteIfExists(folder);
  }

  @Override
  public void close() {
    try {
      channel.close();
      remove(folder);
    } catch (IOException e) {
      LOG.debug("{} stays behind", folder, e);
    }
  }
}
