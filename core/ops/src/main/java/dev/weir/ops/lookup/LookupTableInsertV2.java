package dev.weir.ops.lookup;

/** Sets the values of keys in a table, whether they are new or not. */
final class LookupTableInsertV2 extends TableFilling {
  LookupTableInsertV2() {
    super(
        "LookupTableInsertV2(table_handle: resource, keys: Tin, values: Tout) -> () Tin:type;"
            + " Tout:type; stateful",
        LookupTable::insert);
  }
}
