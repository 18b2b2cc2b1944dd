package dev.weir.cluster.internal.worker;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.NameLimits;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.internal.rendezvous.RendezvousKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sender of the value under a rendezvous key. There are few senders, so each is read once for
 * each. Thread-safe.
 */
final class SenderCache {
  private static final int KEPT = 1_000;

  /** The device that sends, and which of its lives is meant. */
  record Sender(TaskId task, String device, long incarnation) {}

  private final Map<String, Sender> known = new ConcurrentHashMap<>();

  Sender of(String key) {
    String part = RendezvousKey.senderPart(key);
    NameLimits.check("the sender in a rendezvous key", part);
    Sender sender = known.get(part);
    if (sender == null) {
      sender = sender(RendezvousKey.parse(key));
      if (known.size() >= KEPT) {
        known.clear();
      }
      known.put(part, sender);
    }
    return sender;
  }

  private static Sender sender(RendezvousKey key) {
    DeviceSpec spec = DeviceSpec.parse(key.sender());
    if (spec.job() == null || spec.task() == null || spec.index() == null) {
      throw WeirException.invalidArgument(
          "\"%s\" in a rendezvous key is not the full name of a device", key.sender());
    }
    return new Sender(new TaskId(spec.job(), spec.task()), key.sender(), key.incarnation());
  }
}
