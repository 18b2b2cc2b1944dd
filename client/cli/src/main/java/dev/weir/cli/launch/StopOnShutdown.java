package dev.weir.cli.launch;

/**
 * Stops a group when this process is told to end, by Ctrl-C or SIGTERM, and lets it end only after
 * that.
 */
final class StopOnShutdown implements AutoCloseable {
  private final ProcessGroup group;
  private final Thread hook;
  private volatile boolean isAsked;

  private StopOnShutdown(ProcessGroup group) {
    this.group = group;
    this.hook =
        new Thread(
            () -> {
              isAsked = true;
              group.stop();
            },
            "weir-stop");
  }

  static StopOnShutdown of(ProcessGroup group) {
    StopOnShutdown stop = new StopOnShutdown(group);
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  /** Whether the process is ending. */
  boolean isAsked() {
    return isAsked;
  }

  /** Stops the group before this stops watching: at no moment can the process end without. */
  @Override
  public void close() {
    group.stop();
    if (!isAsked) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        isAsked = true; // ending at this very moment: the hook stops what is stopped
      }
    }
  }
}
