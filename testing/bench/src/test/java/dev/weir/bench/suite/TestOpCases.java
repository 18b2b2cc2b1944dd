package dev.weir.bench.suite;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every op of the catalog is measured, or there is a reason why not. */
final class TestOpCases {
  private static final String LOOP = "one of the nodes While is made of, measured by While/nodes";
  private static final String REFERENCE_LOOP = "moves a reference to a variable, no elements";
  private static final String STEP = "ends of edges between devices, measured by null-step";
  private static final String EPOCH = "bookkeeping of a training on a cluster, a few bytes";
  private static final String MUTEX = "waits for other steps";
  private static final String CHECKPOINT = "files, measured by checkpoint";

  /** Ops that cannot be measured alone. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          entry("Abort", "ends the process"),
          entry("Placeholder", "is fed and never runs"),
          entry("NoOp", "measured by noop-fan"),
          entry("ControlTrigger", "does nothing, as NoOp does"),
          entry("Switch", LOOP),
          entry("Merge", LOOP),
          entry("Enter", LOOP),
          entry("Exit", LOOP),
          entry("NextIteration", LOOP),
          entry("LoopCond", LOOP),
          entry("RefSwitch", REFERENCE_LOOP),
          entry("RefMerge", REFERENCE_LOOP),
          entry("RefEnter", REFERENCE_LOOP),
          entry("RefExit", REFERENCE_LOOP),
          entry("RefNextIteration", REFERENCE_LOOP),
          entry("RefIdentity", REFERENCE_LOOP),
          entry("RefSelect", REFERENCE_LOOP),
          entry("_Arg", STEP),
          entry("_Retval", STEP),
          entry("_Send", STEP),
          entry("_Recv", STEP),
          entry("_HostSend", STEP),
          entry("_HostRecv", STEP),
          entry("WeirBeginEpoch", EPOCH),
          entry("WeirCloseEpoch", EPOCH),
          entry("WeirEnterEpoch", EPOCH),
          entry("WeirFinishEpoch", EPOCH),
          entry("WeirReadEpoch", EPOCH),
          entry("WeirRenewEpoch", EPOCH),
          entry("MutexV2", MUTEX),
          entry("MutexLock", MUTEX),
          entry("ConsumeMutexLock", MUTEX),
          entry("Print", "writes to a terminal"),
          entry("PrintV2", "writes to a terminal"),
          entry("QueueCloseV2", "a queue can be closed once"),
          entry("SaveV2", CHECKPOINT),
          entry("RestoreV2", CHECKPOINT),
          entry("MergeV2Checkpoints", CHECKPOINT),
          entry("ShardedFilename", CHECKPOINT));

  @Test
  void everyOpIsMeasuredOrHasAReasonNotToBe() {
    assertThat(unmeasured()).isSubsetOf(REASONS.keySet());
  }

  @Test
  void anOpThatIsMeasuredNeedsNoReason() {
    assertThat(unmeasured()).containsAll(REASONS.keySet());
  }

  /** Ops of the catalog that no case is named after. */
  private static Set<String> unmeasured() {
    Set<String> measured =
        OpCases.ALL.keySet().stream()
            .map(label -> label.split("/", 2)[0])
            .collect(Collectors.toSet());
    Set<String> unmeasured = new TreeSet<>();
    for (OpDefinition op : OpRegistry.standard().all()) {
      String name = op.signature().name();
      if (!measured.contains(name) && !name.startsWith("Test")) {
        unmeasured.add(name);
      }
    }
    return unmeasured;
  }
}
