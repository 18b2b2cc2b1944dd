package dev.weir.graph;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Takes the place of an op that is not known here. Its outputs have the types that their users
 * expect; they can be fed, and nothing else.
 */
final class MissingOp implements OpDefinition {
  private final Signature signature;
  private final String missing;

  /**
   * An op.
   *
   * @param missing what is not known: the op itself, or a function that the node calls
   * @param outputs the types of its outputs, as far as they are used
   */
  MissingOp(String name, String missing, List<DType> outputs) {
    List<Signature.Arg> args = new ArrayList<>(outputs.size());
    for (DType type : outputs) {
      args.add(new Signature.Arg("output_" + args.size(), type, null, false, null, false));
    }
    this.signature = new Signature(name, List.of(), args, List.of(), false, false, true, false);
    this.missing = missing;
  }

  /** What is not known. */
  String missing() {
    return missing;
  }

  @Override
  public Signature signature() {
    return signature;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Collections.nCopies(signature.outputs().size(), Shape.unknown());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    throw WeirException.notFound("%s", missing);
  }

  @Override
  public String notDifferentiable() {
    return missing;
  }
}
