package dev.weir.cluster.internal.rpc;

import dev.weir.cluster.internal.protobuf.ProtobufCodec;
import dev.weir.error.WeirException;
import org.jspecify.annotations.Nullable;

/**
 * An RPC method: an entry of the table {@link Rpcs}. Compared by identity.
 *
 * @param <Q> the type of requests
 * @param <R> the type of responses
 */
public final class Rpc<Q, R extends @Nullable Object> {
  /** The service that a method belongs to. */
  public enum Service {
    /** TensorFlow's, for clients. */
    MASTER("tensorflow.MasterService", Caller.CLIENT),

    /** TensorFlow's, for masters and workers of other tasks. */
    WORKER("tensorflow.WorkerService", Caller.TASK),

    /** What tasks of Weir have beyond TensorFlow's. */
    TASK("weir.TaskService", Caller.TASK);

    private final String fullName;
    private final Caller caller;

    Service(String fullName, Caller caller) {
      this.fullName = fullName;
      this.caller = caller;
    }

    public String fullName() {
      return fullName;
    }
  }

  /** Which role a caller's certificate must have. */
  public enum Caller {
    CLIENT,
    TASK,
    ANY
  }

  /**
   * How a method goes over streams.
   *
   * @param number identifies the method on the wire
   */
  public record Stream<Q, R extends @Nullable Object>(
      byte number, StreamCodec<Q> request, StreamCodec<R> response) {}

  private final Service service;
  private final String name;
  private final ProtobufCodec<Q> request;
  private final ProtobufCodec<R> response;
  private final @Nullable Stream<Q, R> stream;
  private final Caller caller;
  private final boolean carriesGraph;
  private final boolean startsWork;
  private final boolean idempotent;

  private Rpc(Builder<Q, R> builder) {
    this.service = builder.service;
    this.name = builder.name;
    this.request = builder.request;
    this.response = builder.response;
    this.stream = builder.stream;
    this.caller = builder.caller;
    this.carriesGraph = builder.carriesGraph;
    this.startsWork = builder.startsWork;
    this.idempotent = builder.idempotent;
  }

  static <Q, R extends @Nullable Object> Builder<Q, R> of(
      Service service, String name, ProtobufCodec<Q> request, ProtobufCodec<R> response) {
    return new Builder<>(service, name, request, response);
  }

  public Service service() {
    return service;
  }

  /** The name within its service, as TensorFlow spells it. */
  public String name() {
    return name;
  }

  /** The name with its service, as gRPC spells it. */
  public String fullName() {
    return service.fullName() + "/" + name;
  }

  public ProtobufCodec<Q> request() {
    return request;
  }

  public ProtobufCodec<R> response() {
    return response;
  }

  /** Whether streams carry it where there are any; all other methods go over gRPC only. */
  public boolean goesOverStreams() {
    return stream != null;
  }

  /** How it goes over streams; fails for a method that does not. */
  public Stream<Q, R> stream() {
    Stream<Q, R> found = stream;
    if (found == null) {
      throw WeirException.internal("%s has no codec for streams", name);
    }
    return found;
  }

  public Caller caller() {
    return caller;
  }

  /** Whether its requests have graphs, which take long to parse. */
  public boolean carriesGraph() {
    return carriesGraph;
  }

  /** Whether it begins work that a task which is shutting down refuses. */
  public boolean startsWork() {
    return startsWork;
  }

  /** Whether a request that is delivered twice does no harm. */
  public boolean isIdempotent() {
    return idempotent;
  }

  @Override
  public String toString() {
    return fullName();
  }

  /** The optional properties of a method. */
  static final class Builder<Q, R extends @Nullable Object> {
    private final Service service;
    private final String name;
    private final ProtobufCodec<Q> request;
    private final ProtobufCodec<R> response;
    private @Nullable Stream<Q, R> stream;
    private Caller caller;
    private boolean carriesGraph;
    private boolean startsWork;
    private boolean idempotent = true;

    private Builder(
        Service service, String name, ProtobufCodec<Q> request, ProtobufCodec<R> response) {
      this.service = service;
      this.name = name;
      this.request = request;
      this.response = response;
      this.caller = service.caller;
    }

    Builder<Q, R> overStreams(
        int number, StreamCodec<Q> streamRequest, StreamCodec<R> streamResponse) {
      stream = new Stream<>((byte) number, streamRequest, streamResponse);
      return this;
    }

    Builder<Q, R> fromAnyCaller() {
      caller = Caller.ANY;
      return this;
    }

    Builder<Q, R> carryingGraph() {
      carriesGraph = true;
      return this;
    }

    Builder<Q, R> startingWork() {
      startsWork = true;
      return this;
    }

    Builder<Q, R> notIdempotent() {
      idempotent = false;
      return this;
    }

    Rpc<Q, R> build() {
      return new Rpc<>(this);
    }
  }
}
