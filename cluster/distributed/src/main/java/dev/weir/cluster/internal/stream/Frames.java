package dev.weir.cluster.internal.stream;

import java.nio.ByteBuffer;

/**
 * What goes over a connection: frames, each with a header of 20 bytes, little-endian. Bytes 0 to 3
 * of it are how many bytes follow, byte 4 the kind, byte 5 the method, byte 6 is 1 if there is a
 * checksum, byte 7 is the parity of the header, 8 to 15 are the number of the call, 16 to 19 the
 * CRC32C of all other bytes of the frame.
 *
 * <p>With a checksum the parity makes the XOR of bytes 0 to 15 zero, so that one damaged byte of
 * the length is noticed before that many bytes are awaited. A peer whose handshake has a checksum
 * has one in all frames, so that no damage switches it off.
 */
final class Frames {
  static final int HEADER = 20;

  /** Where the checksum is in a header. */
  static final int CHECKSUM_AT = 16;

  /** Where a header says whether there is one. */
  static final int FLAG_AT = 6;

  /** Where a header has its parity. */
  static final int PARITY_AT = 7;

  /** The first frame of either end. */
  static final byte HELLO = 8;

  /** What a first frame has in the place of a call's number. */
  static final long MAGIC = 0x7761657274532d57L;

  /** Ends that differ in it do not understand each other. */
  static final int VERSION = 5;

  /** All memory that a connection has for what it reads before it is admitted. */
  static final int MAX_UNADMITTED = 1 << 10;

  /** Of a first frame, the most that may follow the header. */
  static final int MAX_HELLO = MAX_UNADMITTED - HEADER;

  /** A call's request, or all of it but the parts and chunks. */
  static final byte REQUEST = 1;

  /** What a call gave, likewise. */
  static final byte ANSWER = 2;

  /** A call failed. */
  static final byte ERROR = 3;

  /** The caller does not want the answer any more. */
  static final byte CANCEL = 4;

  /** Elements of a tensor of the last request or response before it. */
  static final byte CHUNK = 5;

  /** The beginning of a request or answer that is too long for one frame. */
  static final byte PART = 6;

  /** No more chunks or parts of this message will come. */
  static final byte DROP = 7;

  /** Of a frame that is no chunk, the most that may follow the header. */
  static final int MAX_LENGTH = 128 << 10;

  /** Of a chunk. */
  static final int MAX_CHUNK = 512 << 10;

  /** Elements of a tensor that are not sent as chunks, the most. */
  static final int MAX_INLINE = 16 << 10;

  private Frames() {}

  /** The XOR of the bytes of a header before its checksum. */
  static byte parity(ByteBuffer frames, int header) {
    long folded = frames.getLong(header) ^ frames.getLong(header + Long.BYTES);
    folded ^= folded >>> 32;
    folded ^= folded >>> 16;
    return (byte) (folded ^ folded >>> 8);
  }

  /** What messages call a frame of this kind. */
  static String name(byte kind) {
    return switch (kind) {
      case REQUEST -> "request";
      case ANSWER -> "answer";
      case ERROR -> "error";
      case CANCEL -> "cancel";
      case CHUNK -> "chunk";
      case PART -> "part";
      case DROP -> "drop";
      case HELLO -> "greeting";
      default -> "frame of kind " + kind;
    };
  }
}
