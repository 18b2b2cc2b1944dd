package dev.weir.cluster.internal.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.PlayedTask;
import dev.weir.cluster.internal.wire.EmptyRequest;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of RPC methods is complete and consistent. */
final class TestRpcs {
  @Test
  void everyMethodHasOneHandler() {
    try (PlayedTask task = new PlayedTask()) {
      Set<Rpc<?, ?>> handled = new HashSet<>(task.worker.handlers().methods());
      assertThat(handled).doesNotContainAnyElementsOf(task.master.handlers().methods());
      handled.addAll(task.master.handlers().methods());
      handled.add(Rpcs.TASK_STATUS); // the server knows more than its worker
      assertThat(Rpcs.all()).containsExactlyInAnyOrderElementsOf(handled);
    }
  }

  @Test
  void mastersHandleTheMethodsOfTheirService() {
    try (PlayedTask task = new PlayedTask()) {
      assertThat(task.master.handlers().methods())
          .allMatch(rpc -> rpc.service() == Rpc.Service.MASTER);
      assertThat(task.worker.handlers().methods())
          .noneMatch(rpc -> rpc.service() == Rpc.Service.MASTER);
    }
  }

  @Test
  void namesAreUnique() {
    assertThat(Rpcs.all().stream().map(Rpc::fullName)).doesNotHaveDuplicates();
  }

  /** The numbers are on the wire: a task of the same version of streams must know them. */
  @Test
  void numbersOnStreamsStay() {
    assertThat(
            Rpcs.all().stream()
                .filter(Rpc::goesOverStreams)
                .collect(Collectors.toMap(Rpc::name, rpc -> (int) rpc.stream().number())))
        .containsOnly(
            entry("RecvTensor", 1),
            entry("RunGraph", 2),
            entry("CleanupGraph", 3),
            entry("RunStep", 4),
            entry("RunCallable", 5));
    for (Rpc<?, ?> rpc : Rpcs.all()) {
      if (rpc.goesOverStreams()) {
        assertThat(Rpcs.ofStreamNumber(rpc.stream().number())).isSameAs(rpc);
      }
    }
    assertThat(Rpcs.ofStreamNumber((byte) 0)).isNull();
    assertThat(Rpcs.ofStreamNumber((byte) 77)).isNull();
    assertThat(Rpcs.ofStreamNumber((byte) -1)).isNull();
  }

  private static Map.Entry<String, Integer> entry(String name, int number) {
    return Map.entry(name, number);
  }

  @Test
  void methodsWithoutHandlerAreUnimplemented() throws InterruptedException {
    RpcHandlers none = RpcHandlers.builder().build();
    try {
      List<?> unexpected =
          none.call(Rpcs.GET_STATUS, EmptyRequest.INSTANCE, PlayedTask.LIMIT).get();
      assertThat(unexpected).isNull();
    } catch (ExecutionException e) {
      assertThat(e.getCause())
          .isInstanceOfSatisfying(
              WeirException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNIMPLEMENTED));
    }
  }
}
