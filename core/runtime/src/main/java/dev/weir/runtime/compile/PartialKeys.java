package dev.weir.runtime.compile;

import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import java.util.HexFormat;

/** Under which keys the feeds and fetches of a partial run meet the program. */
public final class PartialKeys {
  private static final String CLIENT = "/job:localhost/replica:0/task:0/device:CPU:0";
  private static final long INCARNATION = 1;
  private static final String FETCH = "fetch_";

  /** Which part of a key the name is. */
  private static final int NAME = 3;

  private PartialKeys() {}

  static NodeBuilder setOn(NodeBuilder builder, String name) {
    return builder
        .attr("tensor_name", name)
        .attr("send_device", CLIENT)
        .attr("send_device_incarnation", INCARNATION)
        .attr("recv_device", CLIENT)
        .attr("client_terminated", true);
  }

  /** Where a fed value is sent to. */
  public static String feed(Output output) {
    return key(feedName(output));
  }

  /** Where a fetched value is received from. */
  public static String fetch(Output output) {
    return key(fetchName(output));
  }

  /** What a feed is called among the transfers of a step. */
  public static String feedName(Output output) {
    return "feed_" + output.name();
  }

  /** What a fetch is called among the transfers of a step. */
  public static String fetchName(Output output) {
    return FETCH + output.name();
  }

  /** The edge that is fetched under a key, or what stands in its place there. */
  public static String fetchedIn(String key) {
    String[] parts = key.split(";", -1);
    String name = parts.length > NAME ? parts[NAME] : key;
    return name.startsWith(FETCH) ? name.substring(FETCH.length()) : name;
  }

  private static String key(String name) {
    return String.join(";", CLIENT, HexFormat.of().toHexDigits(INCARNATION), CLIENT, name, "0:0");
  }
}
