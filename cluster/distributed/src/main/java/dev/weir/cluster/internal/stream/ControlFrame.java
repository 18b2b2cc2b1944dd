package dev.weir.cluster.internal.stream;

import dev.weir.error.WeirException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A small message without tensors. */
final class ControlFrame extends OutgoingMessage {
  private static final Logger LOG = LoggerFactory.getLogger(ControlFrame.class);
  private static final byte NO_METHOD = 0;

  private final Consumer<MessageOut> body;
  private final Runnable whenReleased;

  private ControlFrame(byte kind, long call, Consumer<MessageOut> body) {
    this(kind, call, body, () -> {});
  }

  private ControlFrame(byte kind, long call, Consumer<MessageOut> body, Runnable whenReleased) {
    super(kind, NO_METHOD, call);
    this.body = body;
    this.whenReleased = whenReleased;
  }

  /** The answer to a call is not wanted any more. */
  static ControlFrame cancel(long call) {
    return new ControlFrame(Frames.CANCEL, call, out -> {});
  }

  /**
   * A call failed.
   *
   * @param whenReleased called when it is written, or will never be
   */
  static ControlFrame error(long call, WeirException failure, Runnable whenReleased) {
    return new ControlFrame(
        Frames.ERROR, call, out -> StreamFailures.write(failure, out), whenReleased);
  }

  /**
   * The first message of the client.
   *
   * @param unencrypted whether it asks to leave TLS after the welcome
   */
  static ControlFrame greeting(long key, String proof, boolean unencrypted) {
    return new ControlFrame(
        Frames.HELLO,
        Frames.MAGIC,
        out -> out.number(Frames.VERSION).number(key).text(proof).flag(unencrypted));
  }

  /**
   * The first message of the server.
   *
   * @param refusal why the caller is not admitted; null for a welcome
   * @param unencrypted whether both ends leave TLS after it
   */
  static ControlFrame welcome(@Nullable WeirException refusal, boolean unencrypted) {
    return new ControlFrame(
        Frames.HELLO,
        Frames.MAGIC,
        out -> {
          out.number(Frames.VERSION).flag(refusal == null);
          if (refusal == null) {
            out.flag(unencrypted);
          } else {
            StreamFailures.write(refusal, out);
          }
        });
  }

  @Override
  void write(MessageOut out) {
    body.accept(out);
  }

  @Override
  void release() {
    whenReleased.run();
  }

  @Override
  void failed(WeirException because) {
    LOG.error("a frame of kind {} cannot be written", kind(), because);
  }
}
