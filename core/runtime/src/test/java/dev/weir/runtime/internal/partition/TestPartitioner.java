package dev.weir.runtime.internal.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.text.GraphText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** One graph a device, and one transfer for each value and device it goes to. */
final class TestPartitioner {
  private static Map<String, Graph> parts(String text) {
    return Partitioner.byDevice(GraphText.parse(text), device -> 7);
  }

  private static List<Node> nodes(Map<String, Graph> parts, String device, NodeKind kind) {
    Graph part = parts.get(device);
    return part == null
        ? List.of()
        : part.nodes().stream().filter(node -> node.op().kind() == kind).toList();
  }

  @Test
  void manyUsersOnOneDeviceShareAReceive() {
    Map<String, Graph> parts =
        parts(
            """
            %x = Const() {dtype: float32, value: float32[](1.0)} @"/device:CPU:0"
            %a = TestNeg(%x) @"/device:CPU:1"
            %b = TestNeg(%x) @"/device:CPU:1"
            %c = TestAdd(%x, %x) @"/device:CPU:1"
            %d = TestNeg(%x) @"/device:CPU:2"
            %e = TestNeg(%x) @"/device:CPU:0"
            """);
    assertThat(parts).containsOnlyKeys("/device:CPU:0", "/device:CPU:1", "/device:CPU:2");
    assertThat(nodes(parts, "/device:CPU:0", NodeKind.SEND)).hasSize(2);
    assertThat(nodes(parts, "/device:CPU:0", NodeKind.RECEIVE)).isEmpty();
    assertThat(nodes(parts, "/device:CPU:1", NodeKind.RECEIVE)).hasSize(1);
    assertThat(nodes(parts, "/device:CPU:2", NodeKind.RECEIVE)).hasSize(1);
  }

  @Test
  void outputsOfOneNodeTravelByThemselves() {
    Map<String, Graph> parts =
        parts(
            """
            %x = Placeholder() {dtype: float32, shape: [4]} @"/device:CPU:0"
            %p = Const() {dtype: bool, value: bool[](true)} @"/device:CPU:0"
            %s = Switch(%x, %p) @"/device:CPU:0"
            %a = TestNeg(%s:0) @"/device:CPU:1"
            %b = TestNeg(%s:1) @"/device:CPU:1"
            """);
    assertThat(nodes(parts, "/device:CPU:0", NodeKind.SEND)).hasSize(2);
    List<Node> received = nodes(parts, "/device:CPU:1", NodeKind.RECEIVE);
    assertThat(received).hasSize(2);
    assertThat(received.get(0).attrs().string("tensor_name"))
        .isNotEqualTo(received.get(1).attrs().string("tensor_name"));
    assertThat(received).allSatisfy(node -> assertThat(node.outputShape(0)).hasToString("[4]"));
  }

  @Test
  void controlEdgesAreSharedToo() {
    Map<String, Graph> parts =
        parts(
            """
            %n = NoOp() @"/device:CPU:0"
            %a = NoOp() @"/device:CPU:1" ^%n
            %b = NoOp() @"/device:CPU:1" ^%n
            """);
    assertThat(nodes(parts, "/device:CPU:0", NodeKind.SEND)).hasSize(1);
    assertThat(nodes(parts, "/device:CPU:1", NodeKind.RECEIVE)).hasSize(1);
  }

  @Test
  void bothEndsOfATransferAgree() {
    Map<String, Graph> parts =
        parts(
            """
            %x = Const() {dtype: float32, value: float32[](1.0)} @"/device:CPU:0"
            %a = TestNeg(%x) @"/device:CPU:1"
            """);
    Node send = nodes(parts, "/device:CPU:0", NodeKind.SEND).get(0);
    Node receive = nodes(parts, "/device:CPU:1", NodeKind.RECEIVE).get(0);
    for (String attr : List.of("tensor_name", "send_device", "recv_device")) {
      assertThat(receive.attrs().string(attr)).isEqualTo(send.attrs().string(attr));
    }
    assertThat(send.attrs().integer("send_device_incarnation")).isEqualTo(7);
    assertThat(receive.attrs().integer("send_device_incarnation")).isEqualTo(7);
  }

  @Test
  void graphOnOneDeviceStaysAsItIs() {
    Graph graph =
        GraphText.parse(
            """
            %x = Const() {dtype: float32, value: float32[](1.0)} @"/device:CPU:0"
            %a = TestNeg(%x) @"/device:CPU:0"
            """);
    assertThat(Partitioner.byDevice(graph, device -> 1).get("/device:CPU:0")).isSameAs(graph);
  }

  @Test
  void partsOfATaskKeepTheEdgesBetweenItsDevices() {
    Graph graph =
        GraphText.parse(
            """
            %x = Const() {dtype: float32, value: float32[](1.0)} @"/task:0/device:CPU:0"
            %a = TestNeg(%x) @"/task:0/device:CPU:1"
            %b = TestNeg(%x) @"/task:1/device:CPU:1"
            %c = TestAdd(%x, %b) @"/task:1/device:CPU:0"
            """);
    Map<String, Graph> parts =
        Partitioner.partition(
            graph, device -> device.substring(0, device.indexOf("/device")), device -> 7);
    assertThat(parts).containsOnlyKeys("/task:0", "/task:1");
    assertThat(nodes(parts, "/task:0", NodeKind.SEND)).hasSize(1);
    List<Node> received = nodes(parts, "/task:1", NodeKind.RECEIVE);
    assertThat(received).hasSize(1);
    assertThat(received.get(0).device()).isEqualTo("/task:1/device:CPU:1");
    Graph part = Objects.requireNonNull(parts.get("/task:1"));
    Map<String, Graph> devices = Partitioner.byDevice(part, device -> 7);
    assertThat(nodes(devices, "/task:1/device:CPU:1", NodeKind.SEND)).hasSize(2);
    assertThat(nodes(devices, "/task:1/device:CPU:0", NodeKind.RECEIVE)).hasSize(2);
  }
}
