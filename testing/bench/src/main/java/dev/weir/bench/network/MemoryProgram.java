package dev.weir.bench.network;

import dev.weir.bench.harness.ProcessMemory;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.CachingAllocator;
import java.util.List;

/**
 * A process in which one system does a {@link Task}, to see how much memory it needs: the most that
 * is in memory during some steps, less what the process had before the network was built. By then
 * the system has trained another network in small, so that its libraries are not counted, and the
 * Java heap is in memory from the start. The first step is on an account of its own: in it the
 * graph is compiled and values that came from the program are replaced by the system's own.
 */
public final class MemoryProgram {
  static final String ANSWER = "memory> ";

  /** Every kind of layer, so small that what is left of it does not matter. */
  private static final Network SMALL =
      new Network(
          "small",
          List.of(16L, 16L, 1L),
          List.of(
              new Part.Convolution(3, 1, 1, 8),
              new Part.MaxPool(2, 2),
              new Part.Convolution(3, 1, 1, 8),
              new Part.Dense(32, true),
              new Part.Dense(10, false)));

  private static final int COLLECTIONS = 3;
  private static final int COLLECTION_MILLIS = 100;

  private MemoryProgram() {}

  /** Takes a system, a network's name, the batch, how many steps and threads. */
  public static void main(String[] arguments) throws InterruptedException {
    String system = arguments[0];
    Task task = new Task(Network.named(arguments[1]), Integer.parseInt(arguments[2]), true);
    int steps = Integer.parseInt(arguments[3]);
    int threads = Integer.parseInt(arguments[4]);
    try (Side side = side(system, new Task(SMALL, 2, true), threads)) {
      side.run(2);
    }
    giveBackGarbage();
    long before = ProcessMemory.resident();
    try (Side side = side(system, task, threads)) {
      giveBackGarbage();
      ProcessMemory.restartPeak();
      side.run(1);
      long first = ProcessMemory.peak();
      giveBackGarbage();
      ProcessMemory.restartPeak();
      Allocator.shared().restartPeak();
      side.run(steps);
      Allocator.Usage usage = Allocator.shared().usage();
      MemoryUse use =
          new MemoryUse(
              ProcessMemory.peak() - before,
              first - before,
              usage.peak(),
              usage.inUse() + usage.cached());
      System.out.println(ANSWER + use.toLine());
    }
  }

  private static Side side(String system, Task task, int threads) {
    return switch (system) {
      case MemoryUse.WEIR -> new WeirSide(task);
      case MemoryUse.TENSORFLOW -> new TensorFlowSide(task, threads);
      case MemoryUse.PYTORCH -> new PyTorchHere(task);
      default -> throw new IllegalArgumentException("no system is called " + system);
    };
  }

  /** What values came from is of no use any more; tensors' memory comes back by a thread. */
  private static void giveBackGarbage() throws InterruptedException {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      Thread.sleep(COLLECTION_MILLIS);
      if (Allocator.shared() instanceof CachingAllocator allocator) {
        allocator.trim();
      }
    }
  }

  /** PyTorch in the very process that asks. */
  private static final class PyTorchHere implements Side {
    private final PyTorchNetwork network;

    PyTorchHere(Task task) {
      network = new PyTorchNetwork(task);
    }

    @Override
    public String name() {
      return MemoryUse.PYTORCH;
    }

    @Override
    public void run(long times) {
      for (long i = 0; i < times; i++) {
        observe();
      }
    }

    @Override
    public float[] observe() {
      return network.observe();
    }

    @Override
    public void close() {
      network.close();
    }
  }
}
