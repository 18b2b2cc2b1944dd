package dev.weir.fuzz.parse;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.schema.CallableOptions;
import dev.weir.schema.CleanupGraphRequest;
import dev.weir.schema.CreateSessionRequest;
import dev.weir.schema.CreateWorkerSessionRequest;
import dev.weir.schema.ExtendSessionRequest;
import dev.weir.schema.MakeCallableRequest;
import dev.weir.schema.NamedTensorProto;
import dev.weir.schema.PartialRunSetupRequest;
import dev.weir.schema.RecvTensorRequest;
import dev.weir.schema.RegisterGraphRequest;
import dev.weir.schema.ResetRequest;
import dev.weir.schema.RunCallableRequest;
import dev.weir.schema.RunGraphRequest;
import dev.weir.schema.RunStepRequest;
import dev.weir.schema.TensorProto;
import dev.weir.tensor.Tensors;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Messages of TensorFlow's protocol, sent to a real task over gRPC. The first byte of an input is
 * the method, the rest is the request.
 */
final class GrpcTarget implements ParserTarget {
  private static final String MASTER = "tensorflow.MasterService/";
  private static final String WORKER = "tensorflow.WorkerService/";
  private static final List<String> METHODS =
      List.of(
          MASTER + "CreateSession",
          MASTER + "ExtendSession",
          MASTER + "PartialRunSetup",
          MASTER + "RunStep",
          MASTER + "RunCallable",
          MASTER + "MakeCallable",
          MASTER + "CloseSession",
          MASTER + "ListDevices",
          MASTER + "Reset",
          MASTER + "ReleaseCallable",
          WORKER + "GetStatus",
          WORKER + "CreateWorkerSession",
          WORKER + "DeleteWorkerSession",
          WORKER + "RegisterGraph",
          WORKER + "DeregisterGraph",
          WORKER + "RunGraph",
          WORKER + "RecvTensor",
          WORKER + "CleanupGraph",
          WORKER + "CleanupAll",
          WORKER + "MarkRecvFinished",
          WORKER + "Logging",
          "weir.TaskService/Status");

  /** A machine that is busy may take seconds; who does not answer by then is a finding. */
  private static final long LIMIT_SECONDS = 50;

  private static final String RECEIVE = WORKER + "RecvTensor";

  /** What no request may be answered; a task that is only slow answers later. */
  private static final Set<Status.Code> BAD =
      Set.of(
          Status.Code.INTERNAL,
          Status.Code.UNKNOWN,
          Status.Code.UNAVAILABLE,
          Status.Code.DEADLINE_EXCEEDED);

  private final FuzzedTask task = new FuzzedTask();
  private final ManagedChannel channel =
      ManagedChannelBuilder.forAddress(FuzzedTask.HOST, task.port()).usePlaintext().build();

  GrpcTarget() throws IOException {}

  private enum Bytes implements MethodDescriptor.Marshaller<byte[]> {
    INSTANCE;

    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static byte[] seed(String method, MessageLite request) {
    byte[] bytes = request.toByteArray();
    byte[] input = new byte[bytes.length + 1];
    input[0] = (byte) METHODS.indexOf(method);
    System.arraycopy(bytes, 0, input, 1, bytes.length);
    return input;
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    ByteString graph = ByteString.copyFrom(GraphDefs.toBinary(SeedGraphs.arithmetic()));
    TensorProto tensor = TensorProto.parseFrom(TensorFiles.toBinary(Tensors.vector(1f, 2f)));
    NamedTensorProto named = NamedTensorProto.newBuilder().setName("x:0").setTensor(tensor).build();
    List<byte[]> seeds = new ArrayList<>();
    seeds.add(
        seed(
            MASTER + "CreateSession",
            CreateSessionRequest.newBuilder().setGraphDef(graph).build()));
    seeds.add(
        seed(
            MASTER + "ExtendSession",
            ExtendSessionRequest.newBuilder().setSessionHandle("s").setGraphDef(graph).build()));
    seeds.add(
        seed(
            MASTER + "PartialRunSetup",
            PartialRunSetupRequest.newBuilder()
                .setSessionHandle("s")
                .addFeed("x:0")
                .addFetch("y:0")
                .build()));
    seeds.add(
        seed(
            MASTER + "RunStep",
            RunStepRequest.newBuilder()
                .setSessionHandle("s")
                .addFeed(named)
                .addFetch("y:0")
                .addTarget("y")
                .build()));
    seeds.add(
        seed(
            MASTER + "MakeCallable",
            MakeCallableRequest.newBuilder()
                .setSessionHandle("s")
                .setOptions(CallableOptions.newBuilder().addFeed("x:0").addFetch("y:0"))
                .build()));
    seeds.add(
        seed(
            MASTER + "RunCallable",
            RunCallableRequest.newBuilder()
                .setSessionHandle("s")
                .setHandle(1)
                .addFeed(tensor)
                .build()));
    seeds.add(seed(MASTER + "Reset", ResetRequest.newBuilder().addContainer("c").build()));
    seeds.add(
        seed(
            WORKER + "CreateWorkerSession",
            CreateWorkerSessionRequest.newBuilder().setSessionHandle("s").build()));
    seeds.add(
        seed(
            WORKER + "RegisterGraph",
            RegisterGraphRequest.newBuilder().setSessionHandle("s").setGraphDef(graph).build()));
    seeds.add(
        seed(
            WORKER + "RunGraph",
            RunGraphRequest.newBuilder()
                .setSessionHandle("s")
                .setGraphHandle("g")
                .setStepId(1)
                .addSend(named)
                .addRecvKey("y")
                .build()));
    seeds.add(
        seed(
            WORKER + "RecvTensor",
            RecvTensorRequest.newBuilder()
                .setStepId(1)
                .setRendezvousKeyBytes(ByteString.copyFromUtf8("a;0;b;c;0:0"))
                .build()));
    for (int method = 0; method < METHODS.size(); method++) {
      seeds.add(new byte[] {(byte) method});
    }
    return seeds;
  }

  @Override
  public void parse(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    String method = METHODS.get(Math.floorMod(input[0], METHODS.size()));
    byte[] request = Arrays.copyOfRange(input, 1, input.length);
    Future<byte[]> call = begin(method, request);
    if (method.equals(RECEIVE)) {
      endStep(request);
    }
    Status status = end(call);
    if (BAD.contains(status.getCode())) {
      throw new IOException(method + " gave " + status);
    }
    task.check();
  }

  /** A valid request waits for a value that never comes, until its step is over. */
  private void endStep(byte[] request) throws IOException {
    long step;
    try {
      step = RecvTensorRequest.parseFrom(request).getStepId();
    } catch (InvalidProtocolBufferException e) {
      return; // it is refused, and waits for nothing
    }
    byte[] over = CleanupGraphRequest.newBuilder().setStepId(step).build().toByteArray();
    Status status = end(begin(WORKER + "CleanupGraph", over));
    if (!status.isOk()) {
      throw new IOException("a step cannot be ended: " + status);
    }
  }

  private Future<byte[]> begin(String method, byte[] request) {
    MethodDescriptor<byte[], byte[]> descriptor =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(method)
            .setRequestMarshaller(Bytes.INSTANCE)
            .setResponseMarshaller(Bytes.INSTANCE)
            .build();
    CallOptions limit = CallOptions.DEFAULT.withDeadlineAfter(LIMIT_SECONDS, TimeUnit.SECONDS);
    return ClientCalls.futureUnaryCall(channel.newCall(descriptor, limit), request);
  }

  private static Status end(Future<byte[]> call) throws IOException {
    try {
      byte[] unused = call.get(2 * LIMIT_SECONDS, TimeUnit.SECONDS);
      return Status.OK;
    } catch (ExecutionException e) {
      return Status.fromThrowable(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new IOException("a call does not end", e);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    task.close();
  }
}
