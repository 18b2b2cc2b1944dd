package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.protobuf.EncodedMessage;
import dev.weir.cluster.internal.protobuf.ProtobufCodec;
import dev.weir.cluster.internal.protobuf.ProtobufReader;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.HeapBudget;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** How gRPC writes and reads the bytes of messages. */
final class Marshallers {
  /** For messages that are only sent. */
  static final Marshaller<EncodedMessage> ENCODED =
      new Marshaller<>() {
        @Override
        public InputStream stream(EncodedMessage message) {
          return new EncodedMessageStream(message);
        }

        @Override
        public EncodedMessage parse(InputStream stream) {
          throw new UnsupportedOperationException("this end only sends");
        }
      };

  private Marshallers() {}

  /** For messages that are only received. */
  static <T extends @Nullable Object> Marshaller<DecodedMessage<T>> decoded(
      ProtobufCodec<T> codec, Allocator allocator, int maxMessageBytes) {
    return new Marshaller<>() {
      @Override
      public InputStream stream(DecodedMessage<T> message) {
        throw new UnsupportedOperationException("this end only receives");
      }

      @Override
      public DecodedMessage<T> parse(InputStream stream) {
        try (ProtobufReader in =
            new ProtobufReader(stream, maxMessageBytes, HeapBudget.messages())) {
          return new DecodedMessage.Read<>(codec.decode(in, allocator), in.errorsInBody());
        } catch (WeirException e) {
          return new DecodedMessage.Refused<>(e);
        }
      }
    };
  }
}
