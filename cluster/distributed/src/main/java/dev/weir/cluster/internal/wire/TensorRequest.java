package dev.weir.cluster.internal.wire;

/**
 * A request with tensors. Its sender may release them as soon as the call has returned, so a
 * transport that sends later works on a {@linkplain #retained retained} copy.
 *
 * @param <T> the request's own type
 */
public interface TensorRequest<T extends TensorRequest<T>> extends TensorCarrier {
  /** This request with references of its own to the tensors, or itself if it has none. */
  T retained();

  /** A request with references of its own to its tensors, whatever its type. */
  @SuppressWarnings("unchecked") // a request retains as its own type
  static <Q> Q retained(Q request) {
    return request instanceof TensorRequest<?> carrier ? (Q) carrier.retained() : request;
  }
}
