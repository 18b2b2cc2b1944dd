package dev.weir.checkpoint.ops;

import dev.weir.checkpoint.Checkpoints;
import dev.weir.error.WeirException;
import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes one checkpoint of those that several devices have written: data files are renamed, indices
 * merged. {@code delete_old_dirs} deletes the folders of the parts that are empty then.
 */
final class MergeV2Checkpoints extends CheckpointOp {
  MergeV2Checkpoints() {
    super(
        "MergeV2Checkpoints(checkpoint_prefixes: string, destination_prefix: string) -> ()"
            + " delete_old_dirs:bool=true; allow_missing_files:bool=false; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireRank(0, 1);
    context.requireScalar(1);
    return List.of();
  }

  @Override
  public NodeKind kind() {
    return NodeKind.BLOCKING;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean deletesFolders = spec.attrs().bool("delete_old_dirs");
    boolean missingAllowed = spec.attrs().bool("allow_missing_files");
    return context -> merge(context, deletesFolders, missingAllowed);
  }

  private static void merge(KernelContext context, boolean deletesFolders, boolean missingAllowed) {
    Tensor prefixes = context.input(0);
    Path destination = context.file(context.input(1).getString(0));
    List<Path> parts = new ArrayList<>();
    Set<Path> folders = new LinkedHashSet<>();
    for (long i = 0; i < prefixes.elements(); i++) {
      Path part = context.file(prefixes.getString(i));
      parts.add(part);
      Path folder = part.toAbsolutePath().getParent();
      if (folder != null && !folder.equals(destination.toAbsolutePath().getParent())) {
        folders.add(folder);
      }
    }
    Checkpoints.merge(parts, destination, missingAllowed, context::open);
    if (deletesFolders) {
      folders.forEach(MergeV2Checkpoints::deleteIfEmpty);
    }
  }

  private static void deleteIfEmpty(Path folder) {
    try {
      Files.delete(folder);
    } catch (DirectoryNotEmptyException | NoSuchFileException e) {
      return; // other files are in it, or it is gone
    } catch (IOException e) {
      throw WeirException.ofIo("deleting " + folder, e);
    }
  }

  @Override
  public String notDifferentiable() {
    return "it has no outputs";
  }
}
