package dev.weir.cluster.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Peers by address, of which there may be so many. */
final class TestPeerCache {
  private final List<String> connected = new ArrayList<>();
  private final List<String> closed = new ArrayList<>();
  private final Set<String> busy = new HashSet<>();
  private final PeerCache<String> cache =
      new PeerCache<>(
          3,
          address -> {
            connected.add(address);
            return address;
          },
          peer -> !busy.contains(peer),
          closed::add);

  @Test
  void closesThePeerThatWasNotUsedForLongest() {
    List.of("a", "b", "c", "a", "d").forEach(cache::get);
    assertThat(connected).containsExactly("a", "b", "c", "d");
    assertThat(closed).containsExactly("b");
    assertThat(cache.all()).containsExactly("c", "a", "d");
  }

  @Test
  void keepsPeersWithCallsUnderWay() {
    busy.add("a");
    List.of("a", "b", "c", "d").forEach(cache::get);
    assertThat(closed).containsExactly("b");
  }

  @Test
  void refusesMoreThanItMayHave() {
    busy.addAll(List.of("a", "b", "c"));
    busy.forEach(cache::get);
    assertThatThrownBy(() -> cache.get("d"))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED))
        .hasMessageContainingAll("d cannot be called", "3 connections");
    assertThat(connected).hasSize(3);
  }

  @Test
  void mayHaveMoreOnceTheClusterHasGrown() {
    AtomicInteger most = new AtomicInteger(1);
    PeerCache<String> growing =
        new PeerCache<>(most::get, address -> address, peer -> true, closed::add);
    List.of("a", "b").forEach(growing::get);
    assertThat(closed).containsExactly("a");
    most.set(1_500);
    for (int i = 0; i < 1_499; i++) {
      growing.get("task" + i);
    }
    assertThat(closed).containsExactly("a");
    assertThat(growing.all()).hasSize(1_500);
  }
}
