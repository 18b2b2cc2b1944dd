package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.Durations;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Converts the status of a failed call to an error of one line that names method and address.
 *
 * @param method the last part of its name
 * @param address of the task that was called
 */
record GrpcFailures(String method, String address, Duration limit, Deadline deadline) {
  WeirException of(Status status, Metadata trailers) {
    WeirException told = ErrorTrailer.read(status, trailers);
    return told == null ? of(status) : told;
  }

  private WeirException of(Status status) {
    return switch (status.getCode()) {
      case UNAVAILABLE -> unavailable(status);
      case DEADLINE_EXCEEDED -> late(status);
      case CANCELLED -> cancelled(status);
      case INTERNAL -> internal(status);
      default -> RpcFailures.of(status.getCode().value(), String.valueOf(status.getDescription()));
    };
  }

  /** What gRPC calls internal is, where HTTP/2 is not spoken, not the task's mistake. */
  private WeirException internal(Status status) {
    String told = String.valueOf(status.getDescription());
    String cause = status.getCause() == null ? "" : String.valueOf(status.getCause().getMessage());
    return (told + cause).toLowerCase(Locale.ROOT).contains("first received frame was not settings")
        ? new WeirException(
            ErrorCode.FAILED_PRECONDITION,
            address + ": the server there does not speak gRPC",
            status.getCause())
        : new WeirException(ErrorCode.INTERNAL, told, status.getCause());
  }

  /** A cancellation by this end has no listener any more, so the other end cancelled. */
  private WeirException cancelled(Status status) {
    String told = String.valueOf(status.getDescription());
    return told.contains("RST_STREAM")
        ? new WeirException(
            ErrorCode.UNAVAILABLE, address + ": the task stopped before it responded")
        : new WeirException(ErrorCode.CANCELLED, told);
  }

  /** The method and the address. */
  String called() {
    return method + " at " + address;
  }

  private WeirException late(Status status) {
    String description = String.valueOf(status.getDescription());
    boolean own = deadline.isExpired() && description.contains("eadline exceeded after");
    return new WeirException(
        ErrorCode.DEADLINE_EXCEEDED,
        own ? called() + ": no response within " + Durations.text(limit) : description,
        status.getCause());
  }

  private WeirException unavailable(Status status) {
    Throwable cause = status.getCause();
    String told = String.valueOf(status.getDescription());
    if (cause == null && !isOfGrpc(told)) {
      return new WeirException(ErrorCode.UNAVAILABLE, told); // what the other task says
    }
    SSLException handshake = handshakeFailure(cause);
    if (handshake != null) {
      return new WeirException(
          ErrorCode.UNAUTHENTICATED,
          address + ": TLS handshake failed: " + Tls.reason(handshake),
          cause);
    }
    return new WeirException(ErrorCode.UNAVAILABLE, address + ": " + reason(told, cause), cause);
  }

  private static @Nullable SSLException handshakeFailure(@Nullable Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException failure) {
        return failure;
      }
    }
    return null;
  }

  private static boolean isOfGrpc(String told) {
    return told.startsWith("Network closed")
        || told.startsWith("Keepalive failed")
        || told.startsWith("Channel shut")
        || told.startsWith("Connection closed")
        || told.startsWith("Unable to resolve")
        || told.startsWith("io exception")
        || told.startsWith("HTTP/2 error");
  }

  private static String reason(String told, @Nullable Throwable cause) {
    Throwable root = cause;
    while (root != null && root.getCause() != null) {
      root = root.getCause();
    }
    String text = root == null ? told : root.getMessage() == null ? told : root.getMessage();
    String lower = text.toLowerCase(Locale.ROOT);
    return switch (root) {
      case UnknownHostException e -> "unknown host";
      case NoRouteToHostException e -> "no route to host";
      case ConnectException e when lower.contains("refused") -> "connection refused";
      case ClosedChannelException e -> "the connection was closed";
      case null, default -> {
        if (lower.contains("refused")) {
          yield "connection refused";
        }
        if (lower.contains("reset") || lower.contains("network closed")) {
          yield "the connection was lost (" + firstLine(text) + ")";
        }
        if (lower.contains("timed out")) {
          yield "connection timed out";
        }
        if (lower.contains("first received frame was not settings")) {
          yield "the server there does not speak gRPC";
        }
        yield firstLine(text);
      }
    };
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
