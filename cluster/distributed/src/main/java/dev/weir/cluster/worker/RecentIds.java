package dev.weir.cluster.worker;

import java.util.Iterator;
import java.util.LinkedHashSet;

/** The last so many numbers, to know one that comes again. Thread-safe. */
public final class RecentIds {
  private final int kept;
  private final LinkedHashSet<Long> ids = new LinkedHashSet<>();

  /** Remembers the last {@code kept} numbers. */
  public RecentIds(int kept) {
    this.kept = kept;
  }

  /** Remembers a number; whether it is new. */
  public synchronized boolean add(long id) {
    if (!ids.add(id)) {
      return false;
    }
    if (ids.size() > kept) {
      Iterator<Long> eldest = ids.iterator();
      eldest.next();
      eldest.remove();
    }
    return true;
  }

  /** Whether it is one of them. */
  public synchronized boolean contains(long id) {
    return ids.contains(id);
  }
}
