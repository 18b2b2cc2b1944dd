package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.FakeMaster;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.rpc.Rpcs;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
@Timeout(30)
final class TestLocalSocket {
  private final long key = ThreadLocalRandom.current().nextLong();

  private static Path folder(long key) {
    return LocalSocket.folder(key);
  }

  private static StreamServer serve(StreamOptions options) {
    return StreamServer.start("localhost", new FakeWorker(), new FakeMaster(), options, null);
  }

  @AfterEach
  void removeFolder() throws IOException {
    Files.deleteIfExists(folder(key).resolve("socket"));
    Files.deleteIfExists(folder(key));
  }

  @Test
  void tasksOfOneMachineNeedNoNetwork() throws Exception { // no process listens at port 1
    Path folder;
    try (StreamServer server = serve(StreamOptions.DEFAULT);
        StreamClient streams =
            new StreamClient(StreamOptions.DEFAULT, null, null, Loopback.LIMIT)) {
      folder = folder(server.address().key());
      assertThat(Files.getPosixFilePermissions(folder))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      ClientConnection made =
          streams
              .connect("localhost", new StreamAddress(1, server.address().key()), "it")
              .get(10, TimeUnit.SECONDS);
      assertThat(made.call(Rpcs.CLEANUP_GRAPH, 7L, Duration.ofSeconds(5)))
          .succeedsWithin(Duration.ofSeconds(10));
      assertThat(server.connections()).isOne();
    }
    assertThat(folder).doesNotExist();
  }

  /** Others can list where sockets are. */
  @Test
  void nameOfTheFolderDoesNotTellTheKey() {
    assertThat(folder(key).getFileName().toString())
        .startsWith("weir-streams-")
        .doesNotContain(HexFormat.of().toHexDigits(key));
  }

  @Test
  void networkCanBeInsistedOn() throws Exception {
    try (StreamServer server = serve(StreamOptions.builder().local(false).build());
        StreamClient streams =
            new StreamClient(StreamOptions.DEFAULT, null, null, Loopback.LIMIT)) {
      assertThat(folder(server.address().key())).doesNotExist();
      assertThat(streams.connect("localhost", server.address(), "it").get(10, TimeUnit.SECONDS))
          .isNotNull();
    }
  }

  @Test
  void folderThatOthersCanWriteToIsNotTrusted() throws Exception {
    try (LocalSocket socket = LocalSocket.listen(key)) {
      assertThat(socket).isNotNull();
      try (SocketChannel made = LocalSocket.connect(key)) {
        assertThat(made).isNotNull();
      }
      Files.setPosixFilePermissions(folder(key), PosixFilePermissions.fromString("rwxrwxrwx"));
      assertThat(LocalSocket.connect(key)).isNull();
    }
    assertThat(LocalSocket.connect(key)).isNull();
  }

  @Test
  void whatKilledProcessesLeaveIsRemoved() throws Exception {
    Files.createDirectory(
        folder(key),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    ServerSocketChannel.open(StandardProtocolFamily.UNIX)
        .bind(UnixDomainSocketAddress.of(folder(key).resolve("socket")))
        .close();
    assertThat(folder(key).resolve("socket")).exists();
    try (LocalSocket other = LocalSocket.listen(key + 1)) {
      assertThat(folder(key)).doesNotExist();
      assertThat(folder(key + 1)).exists();
      try (LocalSocket third = LocalSocket.listen(key + 2)) {
        assertThat(folder(key + 1)).as("of one who listens").exists();
      }
    }
  }
}
