package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.RefusalLog;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.tensor.memory.Allocator;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Sees the bytes of calls before any method does: counts them, keeps those of messages that are not
 * whole yet on the account of the allocator, and notes messages that are larger than a task takes,
 * which gRPC refuses by itself.
 */
final class CallTracers extends ServerStreamTracer.Factory {
  private static final Context.Key<CallProgress> PROGRESS = Context.key("weir-call-progress");

  private final RefusalLog refusals;
  private final Allocator allocator;
  private final Traffic traffic;
  private final OpenCalls calls;
  private final SmallMessages small = new SmallMessages();

  CallTracers(RefusalLog refusals, Allocator allocator, Traffic traffic, OpenCalls calls) {
    this.refusals = refusals;
    this.allocator = allocator;
    this.traffic = traffic;
    this.calls = calls;
  }

  /** How far the call has come that is being started on this thread. */
  static CallProgress progress() {
    return PROGRESS.get();
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    return new Tracer(method.substring(method.indexOf('/') + 1));
  }

  private final class Tracer extends ServerStreamTracer {
    private final String method;
    private final ReceivedBytes received = new ReceivedBytes(allocator, traffic, small);
    private final CallProgress progress = new CallProgress(received);
    private @Nullable Attributes attributes;

    Tracer(String method) {
      this.method = method;
    }

    @Override
    public void serverCallStarted(ServerCallInfo<?, ?> call) {
      attributes = call.getAttributes();
    }

    @Override
    public Context filterContext(Context context) {
      return context.withValue(PROGRESS, progress);
    }

    @Override
    public void inboundWireSize(long bytes) {
      received.add(bytes);
    }

    @Override
    public void outboundWireSize(long bytes) {
      traffic.sent(bytes);
    }

    @Override
    public void streamClosed(Status status) {
      received.close();
      calls.remove(progress);
      String told = String.valueOf(status.getDescription());
      Attributes of = attributes;
      if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED
          && told.contains("exceeds maximum size")) {
        refusals.add(method, of == null ? null : of.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR), told);
      }
    }
  }
}
