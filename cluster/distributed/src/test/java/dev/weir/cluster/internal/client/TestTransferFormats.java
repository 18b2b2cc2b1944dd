package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.HostPort;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.server.LocalCluster;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values that are truncated or compressed on their way by gRPC, from a ps to a worker. */
@Timeout(60)
class TestTransferFormats {
  private static final String PS = "/job:ps/task:0";
  private static final String WORKER = "/job:worker/task:0";
  private static final int SIZE = 100_000;
  private static final float THIRD = 1 / 3f;

  /** A third without its lower 16 bits. */
  private static final float SHORT_THIRD =
      Float.intBitsToFloat(Float.floatToRawIntBits(THIRD) & 0xffff_0000);

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Output x = ops.withDevice(PS).placeholder(DType.FLOAT32, Shape.of(SIZE));

  private final List<CountingProxy> proxies = new ArrayList<>();
  private LocalCluster servers;
  private Server worker;

  /**
   * Proxies on the way to a parameter server: the first one takes its place in the cluster, by the
   * last one values come.
   */
  List<CountingProxy> proxies(String ps) {
    CountingProxy proxy = new CountingProxy();
    proxy.leadTo(HostPort.parse(ps).port());
    return List.of(proxy);
  }

  StreamOptions streams() {
    return StreamOptions.OFF;
  }

  /** Starts tasks, of which the worker knows the parameter server by the proxy's address. */
  @BeforeEach
  void start() {
    servers = LocalCluster.start(Map.of("ps", 1, "worker", 1));
    proxies.addAll(proxies(servers.server("ps", 0).address()));
    String address = servers.server("worker", 0).address();
    servers.stop("worker", 0);
    ClusterSpec spec =
        ClusterSpec.parse("ps=" + proxies.getFirst().address() + ";worker=" + address);
    worker =
        Server.start(
            ServerOptions.builder(new TaskId("worker", 0), new FixedMembership(spec))
                .streams(streams())
                .build());
  }

  @AfterEach
  void stop() {
    if (worker != null) {
      worker.close();
    }
    servers.close();
    proxies.forEach(CountingProxy::close);
  }

  private long bytes() {
    return proxies.getLast().bytes();
  }

  private Session open(ClusterOptions options) {
    return Session.connect(worker.target(), graph, options);
  }

  private static Tensor random() {
    float[] values = new float[SIZE];
    for (int i = 0; i < SIZE; i++) {
      values[i] = THIRD + i;
    }
    return Tensors.vector(values);
  }

  /** A node on the ps whose value is used on the worker, with an attribute or without. */
  private Output crossing(String wire) {
    var builder = graph.node("AddV2").input(x).input(ops.constant(0f)).device(PS);
    if (!wire.isEmpty()) {
      builder.attr("_wire", wire);
    }
    return ops.withDevice(WORKER).control.identity(builder.build().output(0));
  }

  /** Bytes that come to the worker for one step. */
  private long bytes(Session session, Output fetch, Tensor value) {
    session.runner().feed(x, value).fetch(fetch).run(); // registered now
    long before = bytes();
    session.runner().feed(x, value).fetch(fetch).run();
    return bytes() - before;
  }

  @Test
  void exactByDefault() {
    Output y = crossing("");
    try (Session session = open(ClusterOptions.DEFAULT)) {
      Tensor fetched = session.runner().feed(x, random()).run(y);
      assertThat(fetched.getFloat(0)).isEqualTo(THIRD);
      assertThat(bytes(session, y, random())).isCloseTo(4L * SIZE, within(SIZE / 10L));
    }
  }

  @Test
  void truncationHalvesWhatCrosses() {
    Output y = crossing("");
    Output whole = crossing("exact");
    try (Session session = open(ClusterOptions.builder().truncateTransfers(true).build())) {
      Tensor fetched = session.runner().feed(x, random()).run(y);
      assertThat(fetched.getFloat(0)).isEqualTo(SHORT_THIRD);
      assertThat(fetched.dtype()).isEqualTo(DType.FLOAT32);
      assertThat(bytes(session, y, random())).isCloseTo(2L * SIZE, within(SIZE / 10L));
      assertThat(session.runner().feed(x, random()).run(whole).getFloat(0)).isEqualTo(THIRD);
    }
  }

  @Test
  void nodeCanAskForTruncation() {
    Output y = crossing("bfloat16");
    Output whole = crossing("");
    try (Session session = open(ClusterOptions.DEFAULT)) {
      List<Tensor> fetched = session.runner().feed(x, random()).fetch(y).fetch(whole).run();
      assertThat(fetched.get(0).getFloat(0)).isEqualTo(SHORT_THIRD);
      assertThat(fetched.get(1).getFloat(0)).isEqualTo(THIRD);
      assertThat(bytes(session, y, random())).isCloseTo(2L * SIZE, within(SIZE / 10L));
    }
  }

  @Test
  void compressionIsWorthItWhereValuesRepeat() {
    Output y = crossing("");
    Tensor zeros = Tensors.fill(DType.FLOAT32, Shape.of(SIZE), THIRD);
    try (Session session = open(ClusterOptions.builder().compressTransfers(true).build())) {
      assertThat(session.runner().feed(x, zeros).run(y)).hasToString(zeros.toString());
      assertThat(bytes(session, y, zeros)).isLessThan(SIZE / 10L);
    }
  }

  @Test
  void nodeCanAskForCompression() {
    Output small = crossing("gzip");
    Output smaller = crossing("bfloat16,gzip");
    Output plain = crossing("");
    Tensor same = Tensors.fill(DType.FLOAT32, Shape.of(SIZE), THIRD);
    try (Session session = open(ClusterOptions.DEFAULT)) {
      assertThat(bytes(session, small, same)).isLessThan(SIZE / 10L);
      assertThat(bytes(session, smaller, same)).isLessThan(SIZE / 10L);
      assertThat(bytes(session, plain, same)).isGreaterThan(3L * SIZE);
      assertThat(session.runner().feed(x, same).run(smaller).getFloat(SIZE - 1))
          .isEqualTo(SHORT_THIRD);
    }
  }

  @Test
  void refusesAnUnknownFormat() {
    Output y = crossing("morse");
    try (Session session = open(ClusterOptions.DEFAULT)) {
      assertThatThrownBy(() -> session.runner().feed(x, random()).fetch(y).run())
          .hasMessageContaining("[AddV2 \"AddV2\"] its attribute _wire is")
          .hasMessageContaining("\"bfloat16,gzip\"");
    }
  }
}
