package dev.weir.checkpoint.ops;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensors;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Builds nodes that save and restore checkpoints:
 *
 * {@snippet :
 * CheckpointOps checkpoints = new CheckpointOps(ops.scope());
 * Output prefix = ops.placeholder(DType.STRING, Shape.scalar());
 * Node save = checkpoints.save(prefix, List.of("weights"), List.of(weights));
 * }
 */
public final class CheckpointOps {
  private final Scope scope;

  public CheckpointOps(Scope scope) {
    this.scope = scope;
  }

  /** Saves tensors under these names. */
  public Node save(Operand prefix, List<String> names, List<? extends Operand> tensors) {
    return save(prefix, names, Collections.nCopies(names.size(), ""), tensors);
  }

  /**
   * Saves tensors, some of them parts of larger ones.
   *
   * @param slices for each tensor the empty string, or the shape of the whole and which part of it
   *     this is: {@code 10 4 0,5:-}
   */
  public Node save(
      Operand prefix, List<String> names, List<String> slices, List<? extends Operand> tensors) {
    return scope
        .node("SaveV2")
        .input(prefix)
        .input(strings(names))
        .input(strings(slices))
        .inputList(tensors)
        .build();
  }

  /** Reads tensors of these names and types. */
  public List<Output> restore(Operand prefix, List<String> names, List<DType> dtypes) {
    return restore(prefix, names, Collections.nCopies(names.size(), ""), dtypes);
  }

  /** Reads tensors or, where the entry in {@code slices} is not empty, parts of them. */
  public List<Output> restore(
      Operand prefix, List<String> names, List<String> slices, List<DType> dtypes) {
    Node node =
        scope
            .node("RestoreV2")
            .input(prefix)
            .input(strings(names))
            .input(strings(slices))
            .attr("dtypes", AttrValue.ofTypes(dtypes))
            .build();
    return IntStream.range(0, node.outputCount()).mapToObj(node::output).toList();
  }

  /**
   * Makes one checkpoint of several; their own folders, if empty then, are deleted.
   *
   * @param prefixes a vector of strings
   */
  public Node merge(Operand prefixes, Operand destination) {
    return scope.node("MergeV2Checkpoints").input(prefixes).input(destination).build();
  }

  /** Merges checkpoints; skips missing ones if {@code missingAllowed}. */
  public Node merge(
      Operand prefixes, Operand destination, boolean deletesFolders, boolean missingAllowed) {
    return scope
        .node("MergeV2Checkpoints")
        .input(prefixes)
        .input(destination)
        .attr("delete_old_dirs", deletesFolders)
        .attr("allow_missing_files", missingAllowed)
        .build();
  }

  /** {@code basename-00002-of-00005}: the prefix for one of several devices to save to. */
  public Output shardedFilename(Operand basename, Operand shard, Operand shards) {
    return scope
        .node("ShardedFilename")
        .input(basename)
        .input(shard)
        .input(shards)
        .build()
        .output(0);
  }

  private Output strings(List<String> texts) {
    return scope
        .node("Const")
        .attr("value", AttrValue.of(Tensors.vector(texts.toArray(String[]::new))))
        .attr("dtype", DType.STRING)
        .build()
        .output(0);
  }
}
