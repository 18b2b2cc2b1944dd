package dev.weir.kernels.onednn;

/** The instruction sets oneDNN generates code for. */
final class InstructionSet {
  /** {@code dnnl_cpu_isa_t} is a set of bits; this one says AVX-512. */
  private static final int AVX512_BIT = 0x20;

  private InstructionSet() {}

  /** The name of a {@code dnnl_cpu_isa_t}: a set of bits, each set containing the lesser ones. */
  static String describe(int isa) {
    if (isa == 0) {
      return "any CPU";
    }
    String[] names = {
      "SSE4.1",
      "AVX",
      "AVX2",
      "AVX-VNNI",
      "AVX-VNNI-2",
      "AVX-512",
      "AVX-512 VNNI",
      "AVX-512 BF16",
      "AVX-512 FP16",
      "AMX"
    };
    int highest = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(isa);
    return names[Math.min(highest, names.length - 1)];
  }

  /** Whether vector registers have 512 bits. */
  static boolean hasAvx512(int isa) {
    return (isa & AVX512_BIT) != 0;
  }
}
