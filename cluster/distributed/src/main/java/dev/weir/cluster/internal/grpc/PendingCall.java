package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.protobuf.EncodedMessage;
import dev.weir.cluster.internal.wire.TensorCarrier;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The future of a call that is in flight. Cancelling it, or completing it in any other way, cancels
 * the call. The tensors of a response that arrives too late are released.
 */
final class PendingCall<T extends @Nullable Object> extends CompletableFuture<T> {
  private final ClientCall<EncodedMessage, DecodedMessage<T>> call;
  private final EncodedMessage request;
  private final GrpcFailures failures;
  private final ReceivedBytes received;
  private volatile boolean over;

  PendingCall(
      ClientCall<EncodedMessage, DecodedMessage<T>> call,
      EncodedMessage request,
      GrpcFailures failures,
      ReceivedBytes received) {
    this.received = received;
    received.whenExhausted(this::completeExceptionally);
    this.call = call;
    this.request = request;
    this.failures = failures;
  }

  void start(Metadata headers) {
    var unused = whenComplete((answer, failure) -> cancelUnlessOver());
    call.start(new Answer(), headers);
    call.request(2); // unary: requesting a second message lets gRPC end the call at once
    call.sendMessage(request);
    call.halfClose();
  }

  private void cancelUnlessOver() {
    if (!over) {
      call.cancel("the caller cancelled the call", null);
    }
  }

  /** Receives the response. */
  private final class Answer extends ClientCall.Listener<DecodedMessage<T>> {
    private @Nullable DecodedMessage<T> message;

    @Override
    public void onMessage(DecodedMessage<T> next) {
      received.close();
      if (message == null) {
        message = next;
      } else {
        releaseResponse(next);
      }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      over = true;
      request.close();
      DecodedMessage<T> answer = message;
      if (!status.isOk()) {
        releaseResponse(answer);
        completeExceptionally(failures.of(status, trailers));
        return;
      }
      switch (answer) {
        case DecodedMessage.Read<T>(T value, boolean none) -> {
          if (!complete(value)) {
            TensorCarrier.release(value);
          }
        }
        case DecodedMessage.Refused<T>(WeirException because) -> completeExceptionally(because);
        case null ->
            completeExceptionally(
                new WeirException(
                    ErrorCode.INTERNAL, failures.called() + " ended without a response"));
      }
    }

    private void releaseResponse(@Nullable DecodedMessage<T> answer) {
      if (answer instanceof DecodedMessage.Read<T>(T value, boolean none)) {
        TensorCarrier.release(value);
      }
    }
  }
}
