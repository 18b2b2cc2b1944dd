package dev.weir.ops.strings;

/**
 * The code points of every string, where those of each string begin and end, and at which byte each
 * begins.
 */
final class UnicodeDecodeWithOffsets extends UnicodeDecoding {
  UnicodeDecodeWithOffsets() {
    super(
        "UnicodeDecodeWithOffsets(input: string) -> (row_splits: Tsplits, char_values: int32,"
            + " char_to_byte_starts: int64) input_encoding:string; errors:string=\"replace\" in"
            + " [\"strict\", \"replace\", \"ignore\"]; replacement_char:int=65533;"
            + " replace_control_characters:bool=false; Tsplits:type=int64 in [int32, int64];",
        true);
  }
}
