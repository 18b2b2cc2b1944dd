package dev.weir.fuzz.parse;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames of Weir's own streams, sent to a real task. What a real client sends is recorded first:
 * its greeting opens every connection, and what follows are the seeds.
 */
final class StreamTarget implements ParserTarget {
  /** What is sent is handled at once, unless the machine is busy with something else. */
  private static final int PATIENCE_MILLIS = 45_000;

  /** For the first client of a task, which loads all classes, and Jazzer instruments them. */
  private static final Duration ARRIVAL = Duration.ofMinutes(10);

  private static final int ATTEMPTS = 5;

  private final FuzzedTask task = new FuzzedTask();
  private final Recording recording;

  StreamTarget() throws IOException {
    try {
      recording = record();
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Records a client; once more if it gave up on streams, or on an answer, since all is slow. */
  private Recording record() throws IOException {
    IOException failure = new IOException("no attempt was made");
    for (int i = 0; i < ATTEMPTS; i++) {
      try (RecordingProxy calls = new RecordingProxy(task.port(), FuzzedTask.HOST);
          RecordingProxy streams = new RecordingProxy(task.streamPort(), FuzzedTask.HOST)) {
        converse("grpc://" + calls.address());
        Recording recorded = streams.recording();
        if (recorded.greeting().length > 0 && !recorded.rest().isEmpty()) {
          return recorded;
        }
        failure = new IOException("the client did not use streams: " + recorded);
      } catch (WeirException e) {
        failure = new IOException("the client got no answer", e);
      }
    }
    throw failure;
  }

  /** What a client sent: before the first answer, and then piece by piece. */
  record Recording(byte[] greeting, List<byte[]> rest) {}

  private static void converse(String target) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1));
    Output text = ops.withName("text").placeholder(DType.STRING);
    Output y = ops.math.add(x, ops.constant(1f));
    Output same = ops.control.identity(text);
    // without checksums, so that what is mutated is parsed and not just refused as damaged
    ClusterOptions options =
        ClusterOptions.builder().connectTimeout(ARRIVAL).checksums(false).build();
    try (Session session = Session.connect(target, graph, options)) {
      for (int size : new int[] {0, 3, 50_000}) {
        List<Tensor> unused =
            session.runner().feed(x, Tensors.zeros(DType.FLOAT32, Shape.of(size))).fetch(y).run();
      }
      List<Tensor> unused =
          session.runner().feed(text, Tensors.vector("a", "bc")).fetch(same).run();
    }
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>(recording.rest());
    int total = recording.rest().stream().mapToInt(piece -> piece.length).sum();
    byte[] all = new byte[total];
    int at = 0;
    for (byte[] piece : recording.rest()) {
      System.arraycopy(piece, 0, all, at, piece.length);
      at += piece.length;
    }
    seeds.add(all);
    return seeds;
  }

  @Override
  public void parse(byte[] input) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(FuzzedTask.HOST, task.streamPort()), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      socket.getOutputStream().write(recording.greeting());
      if (socket.getInputStream().read() < 0) {
        throw new IOException("a right greeting was refused");
      }
      try {
        socket.getOutputStream().write(input);
        socket.shutdownOutput();
        long unused = socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
      } catch (SocketException e) {
        // the task has closed the connection, as it may
        task.check();
      }
    }
    task.check();
  }

  @Override
  public void close() {
    task.close();
  }
}
