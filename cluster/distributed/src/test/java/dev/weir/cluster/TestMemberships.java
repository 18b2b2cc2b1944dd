package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestMemberships {
  private static final Duration LIMIT = Duration.ofSeconds(1);
  private static final TaskId PS = new TaskId("ps", 0);

  @TempDir private Path directory;

  @Test
  void textIsFixed() {
    try (Membership membership = Memberships.open("ps=a:1;worker=b:2", LIMIT)) {
      assertThat(membership.tasks()).containsExactly(PS, new TaskId("worker", 0));
      assertThat(membership.find(PS)).contains(new Member(PS, "a:1", 0));
      assertThat(membership.find(new TaskId("ps", 1))).isEmpty();
      assertThat(membership.await(LIMIT)).isEqualTo(ClusterSpec.parse("ps=a:1;worker=b:2"));
      assertThat(membership.description()).isEqualTo("ps=a:1;worker=b:2");
    }
  }

  @Test
  void anythingElseIsAFile() throws IOException {
    Path file = Files.writeString(directory.resolve("cluster"), "ps=a:1");
    try (Membership membership = Memberships.open(file.toString(), LIMIT)) {
      assertThat(membership.tasks()).containsExactly(PS);
    }
    assertThatThrownBy(() -> Memberships.open(directory.resolve("none").toString(), LIMIT))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void unknownSchemeIsRefused() {
    assertThatThrownBy(() -> Memberships.open("etcd://a:1/b", LIMIT))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("etcd://a:1/b")
        .hasMessageContaining("weir-zookeeper");
  }

  @Test
  void describedTaskRegistersWhereItIsDescribed() {
    try (Membership membership = Memberships.open("ps=a:1", LIMIT);
        Lease lease = membership.register(new Member(PS, "A:1", 7), LIMIT)) {
      assertThat(lease.member().address()).isEqualTo("a:1");
      assertThat(lease.lost().toCompletableFuture()).isNotDone();
      assertThatThrownBy(() -> membership.register(new Member(PS, "a:2", 7), LIMIT))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("is described at a:1 and cannot be at a:2");
      assertThatThrownBy(
              () -> membership.register(new Member(new TaskId("ps", 1), "a:2", 7), LIMIT))
          .isInstanceOfSatisfying(
              WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }
  }
}
