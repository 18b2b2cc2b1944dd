package dev.weir.bench.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A figure of Weir's beside those of its peers, all from one run.
 *
 * @param name {@code small-step}, {@code gemm/onednn/64x64x64}
 * @param unit what is counted: {@code steps/s}
 * @param higherIsBetter false for times and sizes
 * @param weir Weir's figure
 * @param peers the peers' figures by name; empty if none could be measured
 * @param limit what the machine could do at best; null if that is not known
 * @param extras further figures, by the names they have in JSON
 * @param notes what must be known of a peer that is not among the figures, by its name
 * @param labels facts that are text, by the names they have in JSON
 */
public record BenchResult(
    String name,
    String unit,
    boolean higherIsBetter,
    double weir,
    Map<String, Double> peers,
    @Nullable Double limit,
    Map<String, Double> extras,
    Map<String, String> notes,
    Map<String, String> labels) {
  /** Copies the maps; their order stays. */
  public BenchResult {
    peers = new LinkedHashMap<>(peers);
    extras = new LinkedHashMap<>(extras);
    notes = new LinkedHashMap<>(notes);
    labels = new LinkedHashMap<>(labels);
  }

  /** A figure that is the better the higher it is, not compared with anything yet. */
  public static BenchResult rate(String name, String unit, double weir) {
    return new BenchResult(name, unit, true, weir, Map.of(), null, Map.of(), Map.of(), Map.of());
  }

  /** A figure that is the better the lower it is, not compared with anything yet. */
  public static BenchResult cost(String name, String unit, double weir) {
    return new BenchResult(name, unit, false, weir, Map.of(), null, Map.of(), Map.of(), Map.of());
  }

  /** Adds the figure of a peer. */
  public BenchResult withPeer(String peer, double figure) {
    Map<String, Double> more = new LinkedHashMap<>(peers);
    more.put(peer, figure);
    return new BenchResult(name, unit, higherIsBetter, weir, more, limit, extras, notes, labels);
  }

  /** Adds the limit of the machine, and the fraction of it that Weir reaches. */
  public BenchResult withLimit(double machine) {
    Map<String, Double> more = new LinkedHashMap<>(extras);
    more.put("ofLimit", higherIsBetter ? weir / machine : machine / weir);
    return new BenchResult(name, unit, higherIsBetter, weir, peers, machine, more, notes, labels);
  }

  /** Adds another figure. */
  public BenchResult with(String extra, double figure) {
    Map<String, Double> more = new LinkedHashMap<>(extras);
    more.put(extra, figure);
    return new BenchResult(name, unit, higherIsBetter, weir, peers, limit, more, notes, labels);
  }

  /** Adds a note on a peer that could not be measured. */
  public BenchResult withNote(String peer, String text) {
    Map<String, String> more = new LinkedHashMap<>(notes);
    more.put(peer, text);
    return new BenchResult(name, unit, higherIsBetter, weir, peers, limit, extras, more, labels);
  }

  /** Adds a fact that is text. */
  public BenchResult withLabel(String label, String text) {
    Map<String, String> more = new LinkedHashMap<>(labels);
    more.put(label, text);
    return new BenchResult(name, unit, higherIsBetter, weir, peers, limit, extras, notes, more);
  }

  /** How many times as good as the best peer Weir is; empty without peers. */
  public OptionalDouble ratio() {
    if (higherIsBetter) {
      OptionalDouble best = peers.values().stream().mapToDouble(Double::doubleValue).max();
      return best.isPresent() ? OptionalDouble.of(weir / best.getAsDouble()) : best;
    }
    OptionalDouble best = peers.values().stream().mapToDouble(Double::doubleValue).min();
    return best.isPresent() ? OptionalDouble.of(best.getAsDouble() / weir) : best;
  }

  /** One line of JSON. */
  public String toJson(Machine machine) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", name);
    fields.put("unit", unit);
    fields.put("higherIsBetter", higherIsBetter);
    fields.put("weir", weir);
    fields.put("peers", peers);
    fields.put("limit", limit);
    OptionalDouble ratio = ratio();
    fields.put("ratio", ratio.isPresent() ? ratio.getAsDouble() : null);
    fields.putAll(extras);
    fields.putAll(labels);
    if (!notes.isEmpty()) {
      fields.put("notes", notes);
    }
    fields.put("machine", machine.facts());
    return Json.write(fields);
  }
}
