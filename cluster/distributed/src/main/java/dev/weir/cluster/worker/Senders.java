package dev.weir.cluster.worker;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.wire.Names;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who sends the value under a rendezvous key: {@code
 * device;incarnation;receiver;name;frame:iteration}. The first two parts say it, and of them there
 * are few, so each is taken apart once. Thread-safe.
 */
final class Senders {
  private static final int KEPT = 1_000;

  /** The device that sends, and which of its lives is meant. */
  record Sender(TaskId task, String device, long incarnation) {}

  private final Map<String, Sender> known = new ConcurrentHashMap<>();

  Sender of(String key) {
    int first = key.indexOf(';');
    int second = key.indexOf(';', first + 1);
    if (first < 0 || second < 0) {
      throw WeirException.invalidArgument(
          "\"%s\" is no rendezvous key; one has five parts with ; between them", shown(key));
    }
    String part = key.substring(0, second);
    Names.check("the sender in a rendezvous key", part);
    Sender sender = known.get(part);
    if (sender == null) {
      sender = parse(key.substring(0, first), key.substring(first + 1, second), key);
      if (known.size() >= KEPT) {
        known.clear();
      }
      known.put(part, sender);
    }
    return sender;
  }

  private static Sender parse(String device, String incarnation, String key) {
    DeviceSpec spec = DeviceSpec.parse(device);
    if (spec.job() == null || spec.task() == null || spec.index() == null) {
      throw WeirException.invalidArgument(
          "\"%s\" is no rendezvous key: %s is not the full name of a device", shown(key), device);
    }
    try {
      long number = Long.parseUnsignedLong(incarnation, 16);
      return new Sender(new TaskId(spec.job(), spec.task()), device, number);
    } catch (NumberFormatException e) {
      throw WeirException.invalidArgument(
          "\"%s\" is no rendezvous key: \"%s\" is no incarnation", shown(key), incarnation);
    }
  }

  private static String shown(String key) {
    return key.length() <= Names.LONGEST ? key : key.substring(0, Names.LONGEST) + "...";
  }
}
