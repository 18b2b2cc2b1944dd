package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.CachingAllocator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class TestServerOptions {
  private static final long BUDGET = 64 << 20;

  private final Allocator memory = new CachingAllocator(BUDGET);
  private final GrpcOptions grpc = GrpcOptions.builder().threads(3).build();
  private final StreamOptions streams = StreamOptions.builder().checksums(false).build();

  private static ServerOptions options(List<Consumer<ServerOptions.Builder>> changes) {
    ClusterSpec cluster = ClusterSpec.parse("worker=localhost:2222");
    ServerOptions.Builder options =
        ServerOptions.builder(new TaskId("worker", 0), new FixedMembership(cluster))
            .devices(2)
            .host("localhost");
    changes.forEach(change -> change.accept(options));
    return options.build();
  }

  @Test
  void theAllocatorServesAllMessagesInWhateverOrderItIsSaid() {
    Consumer<ServerOptions.Builder> allocates = options -> options.allocator(memory);
    Consumer<ServerOptions.Builder> calls = options -> options.grpc(grpc);
    Consumer<ServerOptions.Builder> sends = options -> options.streams(streams);
    for (List<Consumer<ServerOptions.Builder>> order :
        List.of(
            List.of(allocates, calls, sends),
            List.of(calls, allocates, sends),
            List.of(sends, calls, allocates))) {
      ServerOptions options = options(order);
      assertThat(options.allocator()).isSameAs(memory);
      assertThat(options.grpc().allocator()).isSameAs(memory);
      assertThat(options.streams().allocator()).isSameAs(memory);
      assertThat(options.grpc().threads()).isEqualTo(3);
      assertThat(options.streams().checksums()).isFalse();
      assertThat(options.grpc().maxMessageBytes()).isLessThanOrEqualTo((int) BUDGET);
      assertThat(options.streams().maxMessageBytes()).isLessThanOrEqualTo(BUDGET);
    }
  }

  @Test
  void withoutOneTheMemoryIsThatOfTheMessages() {
    ServerOptions options = options(List.of(each -> each.grpc(GrpcOptions.of(memory))));
    assertThat(options.allocator()).isSameAs(memory);
  }
}
