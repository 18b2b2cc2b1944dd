package dev.weir.cluster.internal.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import org.jspecify.annotations.Nullable;

/** The names of TensorFlow's services, and their methods as gRPC knows them. */
final class Methods {
  static final String MASTER = "tensorflow.MasterService";
  static final String WORKER = "tensorflow.WorkerService";

  /** What tasks of Weir have beyond TensorFlow's. */
  static final String TASK = "weir.TaskService";

  static final String RENEW_SESSIONS = "RenewSessions";

  private Methods() {}

  /** A method somebody else has. */
  static <T extends @Nullable Object> MethodDescriptor<Outbound, Inbound<T>> called(
      String service, String name, Decoder<T> answer, int most) {
    return MethodDescriptor.<Outbound, Inbound<T>>newBuilder()
        .setType(MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .setRequestMarshaller(Marshallers.OUTBOUND)
        .setResponseMarshaller(Marshallers.inbound(answer, most))
        .build();
  }

  /** A method that is served here. */
  static <T extends @Nullable Object> MethodDescriptor<Inbound<T>, Outbound> served(
      String service, String name, Decoder<T> request, int most) {
    return MethodDescriptor.<Inbound<T>, Outbound>newBuilder()
        .setType(MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .setRequestMarshaller(Marshallers.inbound(request, most))
        .setResponseMarshaller(Marshallers.OUTBOUND)
        .build();
  }
}
