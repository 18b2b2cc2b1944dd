package dev.weir.cli.launch;

/**
 * Stops others when this process is told to end, by Ctrl-C or SIGTERM, and lets it end only after
 * that.
 */
public final class StopOnShutdown implements AutoCloseable {
  private final Runnable stops;
  private final Thread hook;
  private volatile boolean isAsked;

  private StopOnShutdown(Runnable stops) {
    this.stops = stops;
    this.hook =
        new Thread(
            () -> {
              isAsked = true;
              stops.run();
            },
            "weir-stop");
  }

  /**
   * Watches from now on.
   *
   * @param stops stops the others and returns when they have ended; may be called more than once
   */
  public static StopOnShutdown of(Runnable stops) {
    StopOnShutdown stop = new StopOnShutdown(stops);
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  /** Whether the process is ending. */
  public boolean isAsked() {
    return isAsked;
  }

  /** Stops the others before this stops watching: at no moment can the process end without. */
  @Override
  public void close() {
    stops.run();
    if (!isAsked) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        isAsked = true; // ending at this very moment: the hook stops what is stopped
      }
    }
  }
}
