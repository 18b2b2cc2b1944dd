package dev.weir.ops.array;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Shapes, slices, joins and rearrangements. */
public final class ArrayLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new BatchToSpaceND(),
        new BroadcastArgs(),
        new BroadcastTo(),
        new ConcatV2(),
        new ConjugateTranspose(),
        new EditDistance(),
        new Empty(),
        new ExpandDims(),
        new Fill(),
        new GuaranteeConst(),
        new LinSpace(),
        new MirrorPad(),
        new OnesLike(),
        new Pack(),
        new Pad(),
        new PadV2(),
        new Range(),
        new Rank(),
        new Reshape(),
        new ReverseSequence(),
        new ReverseV2(),
        new Roll(),
        new SelectV2(),
        new ShapeN(),
        new ShapeOp(),
        new Size(),
        new Slice(),
        new Snapshot(),
        new SpaceToBatchND(),
        new Split(),
        new SplitV(),
        new Squeeze(),
        new StridedSlice(),
        new TensorStridedSliceUpdate(),
        new Tile(),
        new Transpose(),
        new Unpack(),
        new ZerosLike());
  }

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(
        new BroadcastGradientArgs(),
        new ConcatOffset(),
        new MirrorPadGrad(),
        new StridedSliceGrad());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(
        new BatchToSpace(), new Concat(), new Reverse(), new Select(), new SpaceToBatch());
  }
}
