package dev.weir.simulation;

import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows about its variables. Each step that adds to one has a number, and adds 1 to
 * the element of that number: so a read shows of every step how often it had its effect.
 *
 * <p>A step that succeeded must show exactly once, one that failed at most once, sooner or later. A
 * variable is given up when setting it to zero has failed, as that might still happen. When the
 * task of the variables crashes or is cleared, a new epoch begins, without any variables.
 */
final class Ledger {
  /** A step that adds to a variable. */
  static final class Entry {
    private final int number;
    private final int variable;
    private final int epoch;
    private boolean counts;

    Entry(int number, int variable, int epoch) {
      this.number = number;
      this.variable = variable;
      this.epoch = epoch;
    }

    int number() {
      return number;
    }

    int variable() {
      return variable;
    }
  }

  /** A look at a variable: what must be there is what had happened when the look began. */
  record Look(int variable, int epoch, List<Entry> mustCount) {}

  private final IntSupplier epochs;
  private final List<Entry> entries = new ArrayList<>();
  private int variable;
  private int initializedIn = -1;
  private boolean initializing;

  Ledger(IntSupplier epochs) {
    this.epochs = epochs;
  }

  boolean isUsable() {
    return variable < ClientGraph.VARIABLES && entries.size() < ClientGraph.SIZE && !initializing;
  }

  /** Whether the variable is there. */
  boolean isInitialized() {
    return initializedIn == epochs.getAsInt();
  }

  int variable() {
    return variable;
  }

  /** The variable is being set to zero; the answer tells how that ended. */
  java.util.function.Consumer<Boolean> initialize() {
    int epoch = epochs.getAsInt();
    initializing = true;
    return succeeded -> {
      initializing = false;
      if (succeeded && epoch == epochs.getAsInt()) {
        initializedIn = epoch;
      } else {
        variable++;
        initializedIn = -1;
      }
    };
  }

  Entry begin() {
    Entry entry = new Entry(entries.size(), variable, epochs.getAsInt());
    entries.add(entry);
    return entry;
  }

  void succeeded(Entry entry) {
    entry.counts = entry.epoch == epochs.getAsInt() && initializedIn == entry.epoch;
  }

  Look look() {
    int epoch = epochs.getAsInt();
    return new Look(
        variable,
        epoch,
        entries.stream()
            .filter(e -> e.counts && e.variable == variable && e.epoch == epoch)
            .toList());
  }

  /** Whether a variable that was there when this look began may be gone. */
  boolean mayBeGone(int epoch) {
    return epoch != epochs.getAsInt() || initializedIn != epoch;
  }

  /** What is wrong with a value that was read; null if nothing is. */
  @Nullable String check(Look look, Tensor value, @Nullable Entry own) {
    for (int i = 0; i < ClientGraph.SIZE; i++) {
      float count = value.getFloat(i);
      Entry entry = i < entries.size() ? entries.get(i) : null;
      boolean may = entry != null && entry.variable == look.variable();
      boolean must =
          entry != null
              && (entry == own || look.mustCount().contains(entry))
              && look.epoch() == epochs.getAsInt();
      if (count != 0 && count != 1 || count == 1 && !may || count == 0 && must) {
        return String.format(
            Locale.ROOT,
            "step %d of variable %d had its effect %s times; it %s",
            i,
            look.variable(),
            count,
            must ? "succeeded" : may ? "failed, or is under way" : "does not touch it");
      }
    }
    return null;
  }
}
