package dev.weir.kernels.vector.internal.codegen;

import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A generated loop over memory that stays in the first-level cache. All stages of a process with
 * equal shapes are one object. Its class is made when it is first warmed up, on the thread that
 * does this, so that a step that meets a new stage need not wait.
 */
public final class Stage implements Warmth.Loop {
  /** Elements to process before the class is made and compiled. */
  private static final long WARM_UP_THRESHOLD = 1 << 20;

  /** A run counts for at least so many elements: the time that small ones take is not in those. */
  private static final long LEAST_COUNTED = 1 << 10;

  private static final int WARM_UP_BYTES = 1 << 10;

  private static final Map<StageShape, SoftReference<Stage>> KNOWN = new ConcurrentHashMap<>();

  private final StageShape shape;
  private final int shift;
  private final int step;
  private final Warmth warmth;
  private final long[] warmUpAddresses;
  private volatile @Nullable StageLoop loop;

  private Stage(StageShape shape) {
    this.shape = shape;
    this.shift = shape.element().shift();
    this.step = shape.element().step();
    this.warmth = new Warmth(this, 0, WARM_UP_THRESHOLD);
    this.warmUpAddresses = new long[shape.addresses()];
  }

  /** The stage of this shape. */
  public static Stage of(StageShape shape) {
    while (true) {
      Stage known = KNOWN.computeIfAbsent(shape, Stage::reference).get();
      if (known != null) {
        return known;
      }
      KNOWN.values().removeIf(reference -> reference.get() == null);
    }
  }

  private static SoftReference<Stage> reference(StageShape shape) {
    return new SoftReference<>(new Stage(shape));
  }

  /** What it computes. */
  public StageShape shape() {
    return shape;
  }

  /** Whether it is compiled, and so to be used, for the next {@code elements} elements. */
  public boolean isReady(long elements) {
    return warmth.allows(Math.max(elements, LEAST_COUNTED));
  }

  /**
   * Computes {@code count} elements.
   *
   * @param at addresses, those of operands first, then those of results
   */
  public void run(long[] at, int count) {
    StageLoop loops = loop();
    int bytes = count << shift;
    int whole = bytes & -step;
    if (whole > 0) {
      loops.vectors(at, 0, whole);
    }
    if (whole < bytes) {
      loops.singles(at, whole, bytes);
    }
  }

  private StageLoop loop() {
    StageLoop made = loop;
    return made == null ? makeLoop() : made;
  }

  private synchronized StageLoop makeLoop() {
    StageLoop made = loop;
    if (made == null) {
      made = StageWriter.write(shape);
      loop = made;
    }
    return made;
  }

  /** Operands in the first half of the memory, so that they stay what they are. */
  @Override
  public void warmUp(int form, long scratch) {
    int operands = shape.repeated().size();
    for (int i = 0; i < warmUpAddresses.length; i++) {
      warmUpAddresses[i] =
          i < operands
              ? scratch + (long) i * WARM_UP_BYTES
              : scratch + WarmUp.SCRATCH_BYTES / 2 + (long) (i - operands) * WARM_UP_BYTES;
    }
    StageLoop loops = loop();
    loops.vectors(warmUpAddresses, 0, Math.min(WarmUp.VECTORS * step, WARM_UP_BYTES));
    loops.singles(warmUpAddresses, 0, step);
  }
}
