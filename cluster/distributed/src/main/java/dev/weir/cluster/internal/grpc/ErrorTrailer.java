package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.ErrorCodec;
import dev.weir.error.WeirException;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an error, beside the status of a call. The text of the status is for all peers; the
 * fields go only to those that ask for them with a header, since TensorFlow's clients refuse more
 * than 8 KiB of trailers.
 */
final class ErrorTrailer {
  /** The form of the fields that a caller understands. */
  private static final String FORM = "1";

  private static final Metadata.Key<String> ACCEPT =
      Metadata.Key.of("weir-accept-error", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<byte[]> FIELDS =
      Metadata.Key.of("weir-error-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private ErrorTrailer() {}

  /** Asks for fields. */
  static void accept(Metadata headers) {
    headers.put(ACCEPT, FORM);
  }

  /** The trailers of a call that fails. */
  static Metadata of(WeirException failure, Metadata headers) {
    Metadata trailers = new Metadata();
    if (FORM.equals(headers.get(ACCEPT))) {
      trailers.put(FIELDS, ErrorCodec.write(failure));
    }
    return trailers;
  }

  /** The error that a task tells; null if it tells no fields, or some that cannot be right. */
  static @Nullable WeirException read(Status status, @Nullable Metadata trailers) {
    byte[] fields = trailers == null ? null : trailers.get(FIELDS);
    if (fields == null) {
      return null;
    }
    try {
      WeirException error = ErrorCodec.read(fields);
      return error.code().number() == status.getCode().value() ? error : null;
    } catch (WeirException e) {
      return null; // the text of the status remains
    }
  }
}
