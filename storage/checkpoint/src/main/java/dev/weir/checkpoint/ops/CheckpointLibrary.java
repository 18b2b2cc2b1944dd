package dev.weir.checkpoint.ops;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of checkpoints. */
public final class CheckpointLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(new MergeV2Checkpoints(), new RestoreV2(), new SaveV2(), new ShardedFilename());
  }
}
