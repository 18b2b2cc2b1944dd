package dev.weir.runtime.internal.rendezvous;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.NodeBuilder;
import java.util.HexFormat;

/**
 * The key of a transfer, in TensorFlow's form: {@code sender;incarnation;receiver;name;0:0}. The
 * last part is the loop frame and iteration, both 0 outside of loops. This class is the only one
 * that writes, reads or takes apart such keys.
 */
public final class RendezvousKey {
  private static final int PARTS = 5;
  private static final int NAME = 3;
  private static final int LONGEST_SHOWN = 512;

  private final String sender;
  private final long incarnation;
  private final String receiver;
  private final String name;
  private final String prefix;
  private final String text;

  /**
   * The key of a transfer.
   *
   * @param sender the full name of the device that sends
   * @param incarnation the incarnation of that device
   * @param receiver the full name of the device that receives
   * @param name what the transfer is called in its step
   */
  public RendezvousKey(String sender, long incarnation, String receiver, String name) {
    this.sender = sender;
    this.incarnation = incarnation;
    this.receiver = receiver;
    this.name = name;
    this.prefix =
        String.join(";", sender, HexFormat.of().toHexDigits(incarnation), receiver, name, "");
    this.text = prefix + "0:0";
  }

  /** The key of a {@code _Send} or {@code _Recv} node, by its attributes. */
  public static RendezvousKey of(Attributes transfer) {
    return new RendezvousKey(
        transfer.string("send_device"),
        transfer.integer("send_device_incarnation"),
        transfer.string("recv_device"),
        transfer.string("tensor_name"));
  }

  /** Reads a key that a peer sent; refuses what does not have the form of one. */
  public static RendezvousKey parse(String text) {
    String[] parts = text.split(";", -1);
    if (parts.length != PARTS) {
      throw invalid(text, "one has five parts with ; between them");
    }
    try {
      long incarnation = Long.parseUnsignedLong(parts[1], 16);
      return new RendezvousKey(parts[0], incarnation, parts[2], parts[NAME]);
    } catch (NumberFormatException e) {
      throw invalid(text, "\"" + parts[1] + "\" is not an incarnation");
    }
  }

  /** Of a key's text, the part that names the sending device and its incarnation. */
  public static String senderPart(String text) {
    int first = text.indexOf(';');
    int second = text.indexOf(';', first + 1);
    if (first < 0 || second < 0) {
      throw invalid(text, "one has five parts with ; between them");
    }
    return text.substring(0, second);
  }

  private static WeirException invalid(String text, String why) {
    String shown = text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    return WeirException.invalidArgument("\"%s\" is not a rendezvous key: %s", shown, why);
  }

  /** Sets the attributes of a {@code _Send} or {@code _Recv} node that uses this key. */
  public NodeBuilder setOn(NodeBuilder transfer) {
    return transfer
        .attr("tensor_name", name)
        .attr("send_device", sender)
        .attr("send_device_incarnation", incarnation)
        .attr("recv_device", receiver);
  }

  /** The full name of the device that sends. */
  public String sender() {
    return sender;
  }

  /** The incarnation of the device that sends. */
  public long incarnation() {
    return incarnation;
  }

  /** What the transfer is called in its step. */
  public String name() {
    return name;
  }

  /** The key outside of loops. */
  public String text() {
    return text;
  }

  /** The key in one iteration of a loop. */
  public String text(long frame, long iteration) {
    return prefix + Long.toUnsignedString(frame) + ":" + iteration;
  }

  @Override
  public String toString() {
    return text;
  }
}
