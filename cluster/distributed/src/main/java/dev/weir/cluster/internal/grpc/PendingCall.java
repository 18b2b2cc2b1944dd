package dev.weir.cluster.internal.grpc;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call that is under way. Cancelling it, or completing it in any other way, cancels
 * the call. An answer that comes too late is given back.
 */
final class PendingCall<T extends @Nullable Object> extends CompletableFuture<T> {
  private final ClientCall<Outbound, Inbound<T>> call;
  private final Outbound request;
  private final Consumer<T> unwanted;
  private final ConnectionFailures failures;
  private final ReceivedBytes received;
  private volatile boolean over;

  PendingCall(
      ClientCall<Outbound, Inbound<T>> call,
      Outbound request,
      Consumer<T> unwanted,
      ConnectionFailures failures,
      ReceivedBytes received) {
    this.received = received;
    received.whenExhausted(this::completeExceptionally);
    this.call = call;
    this.request = request;
    this.unwanted = unwanted;
    this.failures = failures;
  }

  void start(Metadata headers) {
    var unused = whenComplete((answer, failure) -> cancelUnlessOver());
    call.start(new Answer(), headers);
    call.request(2); // one is all there is; asking for another ends the call without more ado
    call.sendMessage(request);
    call.halfClose();
  }

  private void cancelUnlessOver() {
    if (!over) {
      call.cancel("the caller gave up", null);
    }
  }

  /** What comes back. */
  private final class Answer extends ClientCall.Listener<Inbound<T>> {
    private @Nullable Inbound<T> message;

    @Override
    public void onMessage(Inbound<T> next) {
      received.close();
      if (message == null) {
        message = next;
      } else {
        giveBack(next);
      }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      over = true;
      request.close();
      Inbound<T> answer = message;
      if (!status.isOk()) {
        giveBack(answer);
        completeExceptionally(failures.of(status, trailers));
        return;
      }
      switch (answer) {
        case Inbound.Read<T>(T value) -> {
          if (!complete(value)) {
            unwanted.accept(value);
          }
        }
        case Inbound.Refused<T>(WeirException because) -> completeExceptionally(because);
        case null ->
            completeExceptionally(
                new WeirException(ErrorCode.INTERNAL, failures.called() + " gave no answer"));
      }
    }

    private void giveBack(@Nullable Inbound<T> answer) {
      if (answer instanceof Inbound.Read<T>(T value)) {
        unwanted.accept(value);
      }
    }
  }
}
