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
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class TestServerOptions {
  private static final long BUDGET = 64 << 20;

  private final Allocator memory = new CachingAllocator(BUDGET);
  private final GrpcOptions grpc = GrpcOptions.DEFAULT.withThreads(3);
  private final StreamOptions streams = StreamOptions.DEFAULT.withoutChecksums();

  private static ServerOptions options(List<UnaryOperator<ServerOptions>> changes) {
    ClusterSpec cluster = ClusterSpec.parse("worker=localhost:2222");
    ServerOptions options = ServerOptions.of(new TaskId("worker", 0), new FixedMembership(cluster));
    for (UnaryOperator<ServerOptions> change : changes) {
      options = change.apply(options);
    }
    return options;
  }

  @Test
  void theAllocatorServesAllMessagesInWhateverOrderItIsSaid() {
    UnaryOperator<ServerOptions> allocates = options -> options.withAllocator(memory);
    UnaryOperator<ServerOptions> calls = options -> options.withGrpc(grpc);
    UnaryOperator<ServerOptions> sends = options -> options.withStreams(streams);
    for (List<UnaryOperator<ServerOptions>> order :
        List.of(
            List.of(allocates, calls, sends),
            List.of(calls, allocates, sends),
            List.of(sends, calls, allocates))) {
      ServerOptions options = options(order).withDevices(2).withHost("localhost");
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
    ServerOptions options = options(List.of(each -> each.withGrpc(GrpcOptions.of(memory))));
    assertThat(options.allocator()).isSameAs(memory);
  }
}
