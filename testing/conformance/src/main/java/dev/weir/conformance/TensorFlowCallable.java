package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteTensor;

import dev.weir.conformance.symbols.RemoteCallables;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.tensorflow.internal.c_api.TF_Tensor;
import org.tensorflow.proto.CallableOptions;

/**
 * A step that was described to a master once and is run by its number. Feeds and results go by
 * position. It ends with its session at the latest.
 */
public final class TensorFlowCallable implements AutoCloseable {
  private final TensorFlowSession session;
  private final int feeds;
  private final long number;
  private boolean closed;

  TensorFlowCallable(
      TensorFlowSession session, List<String> feeds, List<String> fetches, List<String> targets) {
    this.session = session;
    this.feeds = feeds.size();
    byte[] options =
        CallableOptions.newBuilder()
            .addAllFeed(endpoints(feeds))
            .addAllFetch(endpoints(fetches))
            .addAllTarget(targets)
            .build()
            .toByteArray();
    long[] made = new long[1];
    session.call(
        (open, status) ->
            made[0] = RemoteCallables.make(open.address(), options, status.address()));
    number = made[0];
  }

  private static List<String> endpoints(List<String> written) {
    return written.stream().map(endpoint -> Endpoint.parse(endpoint).toString()).toList();
  }

  /**
   * Runs the step.
   *
   * @param values what is fed, in the order of the description
   * @return what was fetched, in the order of the description
   */
  public List<Tensor> run(List<Tensor> values) {
    if (closed || values.size() != feeds) {
      throw WeirException.failedPrecondition(
          closed
              ? "this callable is released"
              : "this callable takes " + feeds + " tensors, got " + values.size());
    }
    List<TF_Tensor> fed = new ArrayList<>();
    List<TF_Tensor> fetched = new ArrayList<>();
    try {
      values.forEach(value -> fed.add(NativeTensors.toNative(value)));
      long[] addresses = fed.stream().mapToLong(Pointer::address).toArray();
      session.call(
          (open, status) -> {
            for (long address :
                RemoteCallables.run(open.address(), number, addresses, status.address())) {
              fetched.add(new TF_Tensor(new At(address)));
            }
          });
      return fetched.stream().map(NativeTensors::fromNative).toList();
    } finally {
      fed.forEach(tensor -> TF_DeleteTensor(tensor));
      fetched.forEach(tensor -> TF_DeleteTensor(tensor));
    }
  }

  /** Lets the master forget the step, and throws if it refuses. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      session.call(
          (open, status) -> RemoteCallables.release(open.address(), number, status.address()));
    }
  }

  /** A pointer to a given address. */
  private static final class At extends Pointer {
    At(long address) {
      super();
      this.address = address;
    }
  }
}
