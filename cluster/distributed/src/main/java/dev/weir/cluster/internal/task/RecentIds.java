package dev.weir.cluster.internal.task;

import java.util.Iterator;
import java.util.LinkedHashSet;

/** Remembers the most recent ids, to detect duplicates. Thread-safe. */
public final class RecentIds<T> {
  private final int kept;
  private final LinkedHashSet<T> ids = new LinkedHashSet<>();

  /** Remembers the last {@code kept}. */
  public RecentIds(int kept) {
    this.kept = kept;
  }

  /** Remembers one; whether it is new. */
  public synchronized boolean add(T id) {
    if (!ids.add(id)) {
      return false;
    }
    if (ids.size() > kept) {
      Iterator<T> eldest = ids.iterator();
      eldest.next();
      eldest.remove();
    }
    return true;
  }

  /** Forgets one. */
  public synchronized void remove(T id) {
    ids.remove(id);
  }

  /** Whether it is one of them. */
  public synchronized boolean contains(T id) {
    return ids.contains(id);
  }
}
