package dev.weir.ops.nn;

/**
 * How an LSTM deviates from the plainest one.
 *
 * @param forgetBias added to what the forget gate sees; {@link RecurrentOps#blockLstmV2} has none
 * @param cellClip the state is kept in {@code [-cellClip, cellClip]}, unless this is 0
 * @param usePeephole whether the gates see the state
 */
public record LstmOptions(float forgetBias, float cellClip, boolean usePeephole) {
  /** No forget bias, no clip, no peepholes. */
  public static LstmOptions plain() {
    return new LstmOptions(0, 0, false);
  }

  /** These options with another forget bias. */
  public LstmOptions withForgetBias(float bias) {
    return new LstmOptions(bias, cellClip, usePeephole);
  }

  /** These options with another clip. */
  public LstmOptions withCellClip(float clip) {
    return new LstmOptions(forgetBias, clip, usePeephole);
  }

  /** These options with peepholes. */
  public LstmOptions withPeephole() {
    return new LstmOptions(forgetBias, cellClip, true);
  }
}
