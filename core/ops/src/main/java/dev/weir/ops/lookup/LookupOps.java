package dev.weir.ops.lookup;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.OpGroup;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

/** Builds nodes: tables that give a value for a key. */
public final class LookupOps extends OpGroup {
  public LookupOps(Scope scope) {
    super(scope);
  }

  private NodeBuilder table(String op, DType keys, DType values, String container, String name) {
    return node(op)
        .attr("key_dtype", keys)
        .attr("value_dtype", values)
        .attr("container", container)
        .attr("shared_name", name);
  }

  /** A table of this session that is filled once, by {@link #initializeTable}. */
  public Output hashTable(DType keys, DType values) {
    return hashTable(keys, values, "", "");
  }

  /** A table that is filled once, under a name in a container, shared with other sessions. */
  public Output hashTable(DType keys, DType values, String container, String sharedName) {
    return table("HashTableV2", keys, values, container, sharedName).build().output(0);
  }

  /** A table of this session that can be changed at any time. */
  public Output mutableHashTable(DType keys, DType values) {
    return mutableHashTable(keys, values, "", "");
  }

  /** A table that can be changed, under a name in a container, shared with other sessions. */
  public Output mutableHashTable(DType keys, DType values, String container, String sharedName) {
    return table("MutableHashTableV2", keys, values, container, sharedName).build().output(0);
  }

  /** A table of this session that can be changed at any time and has vectors as values. */
  public Output mutableHashTableOfTensors(DType keys, DType values, Shape valueShape) {
    return table("MutableHashTableOfTensorsV2", keys, values, "", "")
        .attr("value_shape", AttrValue.of(valueShape))
        .build()
        .output(0);
  }

  /** Fills a table that is filled once. */
  public Node initializeTable(Operand table, Operand keys, Operand values) {
    return node("InitializeTableV2", table, keys, values).build();
  }

  /** Sets the values of keys. */
  public Node lookupTableInsert(Operand table, Operand keys, Operand values) {
    return node("LookupTableInsertV2", table, keys, values).build();
  }

  /** Replaces all that is in a table. */
  public Node lookupTableImport(Operand table, Operand keys, Operand values) {
    return node("LookupTableImportV2", table, keys, values).build();
  }

  /** Removes keys, if they are there. */
  public Node lookupTableRemove(Operand table, Operand keys) {
    return node("LookupTableRemoveV2", table, keys).build();
  }

  /** The values of keys, or the default where there is none. */
  public Output lookupTableFind(Operand table, Operand keys, Operand defaultValue) {
    return op("LookupTableFindV2", table, keys, defaultValue);
  }

  /** How many keys there are. */
  public Output lookupTableSize(Operand table) {
    return op("LookupTableSizeV2", table);
  }

  /** All keys and their values. */
  public record Contents(Output keys, Output values) {}

  /** All keys of a table and their values. */
  public Contents lookupTableExport(Operand table, DType keys, DType values) {
    Node node =
        node("LookupTableExportV2", table).attr("Tkeys", keys).attr("Tvalues", values).build();
    return new Contents(node.output(0), node.output(1));
  }
}
