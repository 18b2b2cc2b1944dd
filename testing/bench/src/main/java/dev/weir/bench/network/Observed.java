package dev.weir.bench.network;

import dev.weir.tensor.Tensor;

/** What steps gave, and whether two systems agree on it. */
public final class Observed {
  private Observed() {}

  static float[] floats(Tensor tensor) {
    float[] values = new float[Math.toIntExact(tensor.elements())];
    for (int i = 0; i < values.length; i++) {
      values[i] = tensor.getFloat(i);
    }
    return values;
  }

  /**
   * Fails unless both observe the same for some steps, up to rounding: else they do not do the same
   * work.
   */
  public static void checkAgreement(float[][] ours, Side peer, double tolerance) {
    for (int step = 0; step < ours.length; step++) {
      float[] our = ours[step];
      float[] their = peer.observe();
      if (our.length != their.length) {
        throw new IllegalStateException(
            "Weir gives " + our.length + " numbers, " + peer.name() + " " + their.length);
      }
      for (int i = 0; i < our.length; i++) {
        if (!(Math.abs(our[i] - their[i]) <= tolerance * Math.max(1, Math.abs(their[i])))) {
          throw new IllegalStateException(
              "number "
                  + i
                  + " of step "
                  + step
                  + " is "
                  + our[i]
                  + " in Weir and "
                  + their[i]
                  + " in "
                  + peer.name());
        }
      }
    }
  }
}
