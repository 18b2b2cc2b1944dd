package dev.weir.cluster.grpc;

import dev.weir.cluster.transport.Refusals;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Notes messages that are larger than a task takes. gRPC refuses them before any method hears of
 * them, and tells only who traces its streams.
 */
final class Oversized extends ServerStreamTracer.Factory {
  private final Refusals refusals;

  Oversized(Refusals refusals) {
    this.refusals = refusals;
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    return new Tracer(method.substring(method.indexOf('/') + 1));
  }

  private final class Tracer extends ServerStreamTracer {
    private final String method;
    private @Nullable Attributes attributes;

    Tracer(String method) {
      this.method = method;
    }

    @Override
    public void serverCallStarted(ServerCallInfo<?, ?> call) {
      attributes = call.getAttributes();
    }

    @Override
    public void streamClosed(Status status) {
      String told = String.valueOf(status.getDescription());
      Attributes of = attributes;
      if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED
          && told.contains("exceeds maximum size")) {
        refusals.add(method, of == null ? null : of.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR), told);
      }
    }
  }
}
