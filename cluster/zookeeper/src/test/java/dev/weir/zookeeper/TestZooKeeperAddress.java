package dev.weir.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TestZooKeeperAddress {
  @Test
  void readsServersPathAndTasks() {
    ZooKeeperAddress address =
        ZooKeeperAddress.parse("zk://a:2181,[::1]:2182/weir/digits?worker=2&ps=1");
    assertThat(address.servers()).isEqualTo("a:2181,[::1]:2182");
    assertThat(address.path()).isEqualTo("/weir/digits");
    assertThat(address.counts().tasks())
        .containsExactly(new TaskId("ps", 0), new TaskId("worker", 0), new TaskId("worker", 1));
    assertThat(address.lease()).isEqualTo(ZooKeeperAddress.DEFAULT_LEASE);
    assertThat(address).hasToString("zk://a:2181,[::1]:2182/weir/digits");
  }

  @Test
  void tasksMayBeLeftOut() {
    assertThat(ZooKeeperAddress.parse("zk://a:1/b").counts().isEmpty()).isTrue();
    ZooKeeperAddress address = ZooKeeperAddress.parse("zk://a:1/b?lease-seconds=4");
    assertThat(address.lease()).isEqualTo(Duration.ofSeconds(4));
    assertThat(address.counts().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://a:1/b | it does not begin with zk://",
        "zk://a:1 | \"\" is no path for a cluster",
        "zk://a:1/ | \"/\" is no path for a cluster",
        "zk://a:1/b/../c | \"/b/../c\" is no path for a cluster",
        "zk://a:1/b//c | \"/b//c\" is no path for a cluster",
        "zk://a/b | \"a\" is not an address: the port is missing",
        "zk:///b | \"\" is not an address",
        "zk://a:1/b?ps | \"ps\" does not say how many tasks a job has",
        "zk://a:1/b?ps=0 | \"ps=0\" does not say how many tasks a job has",
        "zk://a:1/b?ps=100001 | \"ps=100001\" does not say how many",
        "zk://a:1/b?ps=1&ps=2 | job \"ps\" is counted twice",
        "zk://a:1/b?p-s=1 | \"p-s\" is not a job name",
        "zk://a:1/b?lease-seconds=0 | lease-seconds=0 is not within 1 and 600",
      })
  void refuses(String text, String message) {
    assertThatThrownBy(() -> ZooKeeperAddress.parse(text))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining("\"" + text + "\"")
        .hasMessageContaining(message)
        .hasMessageContaining("zk://host:2181/weir/name?ps=1");
  }
}
