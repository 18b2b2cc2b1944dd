package dev.weir.ops.lookup;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Lookup tables. */
public final class LookupLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new HashTableV2(),
        new InitializeTableV2(),
        new LookupTableExportV2(),
        new LookupTableFindV2(),
        new LookupTableImportV2(),
        new LookupTableInsertV2(),
        new LookupTableRemoveV2(),
        new LookupTableSizeV2(),
        new MutableHashTableOfTensorsV2(),
        new MutableHashTableV2());
  }
}
