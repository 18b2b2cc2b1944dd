package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TestClusterSpec {
  @TempDir private Path directory;

  @Test
  void readsJobsAndTheirTasks() {
    ClusterSpec cluster = ClusterSpec.parse("worker=c:3; ps=a:1,b:2");
    assertThat(cluster.jobs()).containsExactly("ps", "worker");
    assertThat(cluster.tasks())
        .containsExactly(new TaskId("ps", 0), new TaskId("ps", 1), new TaskId("worker", 0));
    assertThat(cluster.tasks("worker")).containsExactly(new TaskId("worker", 0));
    assertThat(cluster.tasks("chief")).isEmpty();
    assertThat(cluster.address(new TaskId("ps", 1))).isEqualTo("b:2");
    assertThat(cluster.contains(new TaskId("ps", 2))).isFalse();
  }

  @Test
  void orderDoesNotMatter() {
    ClusterSpec cluster = ClusterSpec.parse("ps=a:1,b:2;worker=c:3");
    assertThat(ClusterSpec.parse("worker=C:3;ps=1@b:2,0@a:1"))
        .isEqualTo(cluster)
        .hasSameHashCodeAs(cluster);
    assertThat(ClusterSpec.parse("ps=b:2,a:1;worker=c:3")).isNotEqualTo(cluster);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ps=a:1,b:2;worker=c:3",
        "worker=0@a:1,2@b:2",
        "worker=3@a:1",
        "worker=[::1]:2222,10.0.0.1:2222,ps-0.ps.default.svc:65535"
      })
  void textReadsBack(String text) {
    ClusterSpec cluster = ClusterSpec.parse(text);
    assertThat(cluster.toString()).isEqualTo(text);
    assertThat(ClusterSpec.parse(cluster.toString())).isEqualTo(cluster);
  }

  @Test
  void missingTaskIsNamedWithThoseThatAre() {
    ClusterSpec cluster = ClusterSpec.parse("ps=a:1");
    assertThatThrownBy(() -> cluster.address(new TaskId("worker", 0)))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("/job:worker/replica:0/task:0")
        .hasMessageContaining("[/job:ps/replica:0/task:0]");
  }

  @Test
  void readsFilesOfText() throws IOException {
    Path file = directory.resolve("cluster");
    Files.writeString(file, "# ours\nps=a:1,b:2  # two\r\n\nworker=c:3;\n");
    assertThat(ClusterSpec.ofFile(file)).isEqualTo(ClusterSpec.parse("ps=a:1,b:2;worker=c:3"));
  }

  @Test
  void readsFilesOfJson() throws IOException {
    Path file = directory.resolve("cluster.json");
    Files.writeString(
        file, " {\"ps\": [\"a:1\", \"b:2\"], \"worker\": {\"5\": \"c:3\"}, \"chief\": \"d:4\"}");
    assertThat(ClusterSpec.ofFile(file))
        .isEqualTo(ClusterSpec.parse("ps=a:1,b:2;worker=5@c:3;chief=d:4"));
  }

  @Test
  void refusalsNameTheFile() throws IOException {
    Path file = directory.resolve("cluster");
    Files.writeString(file, "ps=a\n");
    assertThatThrownBy(() -> ClusterSpec.ofFile(file))
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining("the port is missing");
    assertThatThrownBy(() -> ClusterSpec.ofFile(directory.resolve("none")))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | the cluster has no tasks; expected something like ps=",
        "# nothing | the cluster has no tasks",
        "ps | \"ps\" describes no job: there is no = in it; expected something like ps=",
        "p-s=a:1 | \"p-s\" is not a job name; a job's name is a letter, then letters",
        "ps= | job \"ps\" has no tasks; leave it out or give addresses",
        "ps=a | /job:ps/replica:0/task:0: \"a\" is not an address: the port is missing",
        "ps=a: | \"a:\" is not an address: the port is missing",
        "ps=a:1,, | /job:ps/replica:0/task:1: \"\" is not an address: the port is missing",
        "ps=a:0 | \"a:0\" is not an address: port 0 is not within 1 and 65535",
        "ps=a:65536 | port 65536 is not within 1 and 65535",
        "ps=a:x | \"a:x\" is not an address: the port is not a number",
        "ps=:1 | \"\" is not a host name",
        "ps=a b:1 | \"a b\" is not a host name",
        "ps=::1:2222 | \"::1:2222\" is not an address: an IPv6 address needs brackets",
        "ps=[::1] | \"[::1]\" is not an address: the port is missing",
        "ps=[a]:1 | \"a\" is not an IPv6 address",
        "ps=grpc://a:1 | \"grpc://a:1\" is not an address: omit the part before the host",
        "ps=a:1,A:1 | task:0 and /job:ps/replica:0/task:1 have the same address a:1",
        "ps=a:1;worker=a:1 | task:0 and /job:worker/replica:0/task:0 have the same address a:1",
        "ps=a:1;ps=b:1 | job \"ps\" is listed twice; give all its addresses in one entry",
        "ps=a:1,0@b:1 | /job:ps/replica:0/task:0 is listed twice, at a:1 and at b:1",
        "ps=x@b:1 | job \"ps\": \"x\" is not a task index; indices are counted from 0"
      })
  void refuses(String text, String message) {
    assertThatThrownBy(() -> ClusterSpec.parse(text))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | a cluster is described by an object",
        "{} | the cluster has no tasks",
        "{\"ps\": []} | job \"ps\" has no tasks",
        "{\"ps\": {}} | job \"ps\" has no tasks",
        "{\"ps\": 3} | job \"ps\": expected addresses such as [\"host:2222\"], not 3",
        "{\"ps\": [null]} | job \"ps\": expected addresses such as [\"host:2222\"], not null",
        "{\"ps\": {\"a\": \"b:1\"}} | \"a\" is not a task index",
        "{\"ps\": [\"a:1\"], \"ps\": [\"b:1\"]} | Duplicate Object property \"ps\"",
        "{\"ps\": | this is not JSON"
      })
  void refusesJson(String text, String message) {
    assertThatThrownBy(() -> ClusterText.parseJson(text))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining(message);
  }

  @Test
  void builderCountsFromZero() {
    assertThat(ClusterSpec.builder().job("ps", List.of("a:1", "b:2")).build())
        .isEqualTo(ClusterSpec.parse("ps=a:1,b:2"));
  }
}
