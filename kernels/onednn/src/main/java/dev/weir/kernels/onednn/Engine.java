package dev.weir.kernels.onednn;

/**
 * The CPU engine of this process.
 *
 * <p>Engines are thread-safe, and all CPU engines are the same, so one is made and never destroyed.
 */
final class Engine {

  static final Engine CPU = new Engine(DnnlObjects.createCpuEngine());

  private final long handle;

  private Engine(long handle) {
    this.handle = handle;
  }

  long handle() {
    return handle;
  }
}
