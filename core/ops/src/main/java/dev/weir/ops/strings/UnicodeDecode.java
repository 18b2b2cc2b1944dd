package dev.weir.ops.strings;

/** The code points of every string, and where those of each string begin and end. */
final class UnicodeDecode extends UnicodeDecoding {
  UnicodeDecode() {
    super(
        "UnicodeDecode(input: string) -> (row_splits: Tsplits, char_values: int32)"
            + " input_encoding:string; errors:string=\"replace\" in [\"strict\", \"replace\","
            + " \"ignore\"]; replacement_char:int=65533; replace_control_characters:bool=false;"
            + " Tsplits:type=int64 in [int32, int64];",
        false);
  }
}
