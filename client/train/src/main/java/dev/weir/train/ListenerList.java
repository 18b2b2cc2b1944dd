package dev.weir.train;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of a training, of which those for the chief are called only while this process is
 * the chief.
 */
final class ListenerList {
  private final List<TrainingListener> all;
  private final List<TrainingListener> others;
  private boolean wasChief;

  /**
   * Lists listeners.
   *
   * @param mayLead whether this process is, or can become, the chief
   */
  ListenerList(List<TrainingListener> listeners, boolean mayLead) {
    this.others = listeners.stream().filter(each -> !each.isChiefOnly()).toList();
    this.all = mayLead ? List.copyOf(listeners) : others;
  }

  /** Tells all of the start. */
  void start(Model model) {
    all.forEach(each -> each.onStart(model));
  }

  /** The listeners that are called now. */
  List<TrainingListener> active(boolean isChief) {
    return isChief ? all : others;
  }

  /** Tells the active ones of a new session. */
  void opened(TrainingSession training) {
    wasChief = training.isChief();
    active(wasChief).forEach(each -> each.onSession(training));
  }

  /** Tells those for the chief of the session, if this process has just become the chief. */
  void promoted(TrainingSession training) {
    if (training.isChief() && !wasChief) {
      wasChief = true;
      all.stream().filter(TrainingListener::isChiefOnly).forEach(each -> each.onSession(training));
    }
  }

  /**
   * Ends the active ones, even after one of them has failed; and those for the chief if this
   * process becomes the chief meanwhile.
   */
  void end(TrainingSession training) {
    List<TrainingListener> left = new ArrayList<>(all);
    RuntimeException first = null;
    for (TrainingListener next = next(left, training); next != null; next = next(left, training)) {
      left.remove(next);
      try {
        training.end(next);
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private static @Nullable TrainingListener next(
      List<TrainingListener> left, TrainingSession training) {
    return left.stream()
        .filter(each -> !each.isChiefOnly() || training.isChief())
        .findFirst()
        .orElse(null);
  }
}
