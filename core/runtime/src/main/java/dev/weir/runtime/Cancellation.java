package dev.weir.runtime;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Cancels the steps that run with it. Thread-safe. Once cancelled it stays cancelled: use a new one
 * for further steps.
 */
public final class Cancellation {
  private final Set<Registration> registrations = new LinkedHashSet<>();
  private boolean cancelled;

  /** An action that runs when the step is cancelled, until it is removed. */
  public final class Registration {
    private final Runnable action;

    private Registration(Runnable action) {
      this.action = action;
    }

    /** Removes the action; without effect if it has run. */
    public void remove() {
      synchronized (Cancellation.this) {
        registrations.remove(this);
      }
    }
  }

  /** Cancels all steps that run with this, now and later; they fail with {@code CANCELLED}. */
  public void cancel() {
    List<Registration> registered;
    synchronized (this) {
      cancelled = true;
      registered = List.copyOf(registrations);
    }
    registered.forEach(registration -> registration.action.run());
  }

  /** Runs an action on {@link #cancel()}; at once if this is cancelled already. */
  public Registration onCancel(Runnable action) {
    Registration registration = new Registration(action);
    synchronized (this) {
      registrations.add(registration);
      if (!cancelled) {
        return registration;
      }
    }
    action.run();
    return registration;
  }
}
