package dev.weir.cluster.internal.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.HeapBudget;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.InputStream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How gRPC gets at the bytes of messages. */
final class Marshallers {
  /** For messages that are only sent. */
  static final Marshaller<Outbound> OUTBOUND =
      new Marshaller<>() {
        @Override
        public InputStream stream(Outbound message) {
          return new OutboundStream(message);
        }

        @Override
        public Outbound parse(InputStream stream) {
          throw new UnsupportedOperationException("this end only sends");
        }
      };

  /** Reads a message of which nothing matters but that it came. */
  static final Decoder<@Nullable Void> EMPTY = in -> null;

  private Marshallers() {}

  /** For messages that are only received. */
  static <T extends @Nullable Object> Marshaller<Inbound<T>> inbound(Decoder<T> decoder, int most) {
    return new Marshaller<>() {
      @Override
      public InputStream stream(Inbound<T> message) {
        throw new UnsupportedOperationException("this end only receives");
      }

      @Override
      public Inbound<T> parse(InputStream stream) {
        try (WireInput in = new WireInput(stream, most, HeapBudget.messages())) {
          return new Inbound.Read<>(decoder.decode(in));
        } catch (WeirException e) {
          return new Inbound.Refused<>(e);
        }
      }
    };
  }

  /** Reads a message without tensors. */
  static <M extends MessageLite, T> Decoder<T> schema(Parser<M> parser, Function<M, T> toRecord) {
    return in -> {
      try {
        return toRecord.apply(parser.parseFrom(in.rest()));
      } catch (InvalidProtocolBufferException e) {
        throw new WeirException(ErrorCode.INVALID_ARGUMENT, "not a message: " + e.getMessage(), e);
      }
    };
  }
}
