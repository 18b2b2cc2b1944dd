package dev.weir.ops.lookup;

/** Replaces all that is in a table by keys and values; fills a table that is filled once. */
final class LookupTableImportV2 extends TableFilling {
  LookupTableImportV2() {
    super(
        "LookupTableImportV2(table_handle: resource, keys: Tin, values: Tout) -> () Tin:type;"
            + " Tout:type; stateful",
        LookupTable::replaceAll);
  }
}
