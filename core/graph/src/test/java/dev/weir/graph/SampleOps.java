package dev.weir.graph;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.structural.StructuralOps;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** A few ops of every form, so that graphs can be tested without the catalog. */
public final class SampleOps implements OpLibrary {
  private static final OpRegistry REGISTRY =
      OpRegistry.of(List.of(new StructuralOps(), new SampleOps()));

  /** The structural ops and these. */
  public static OpRegistry registry() {
    return REGISTRY;
  }

  /** An empty graph over them. */
  public static Graph graph() {
    return new Graph(REGISTRY);
  }

  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new Add(),
        new MatMul(),
        new Unknown("Concat(concat_dim: int32, values: N*T) -> (output: T) N:int >=2; T:type;"),
        new Unknown(
            "Split(split_dim: int32, value: T) -> (output: num_split*T) num_split:int >=1;"
                + " T:type;"),
        new Unknown("Pairs(a: N*T, b: M*T) -> (output: T) N:int >=0; M:int >=0; T:type;"),
        new Unknown("Less(x: T, y: T) -> (z: bool) T:type;"),
        new Unknown("Flag() -> (output: bool) on:bool=true; label:string=\"\"; stateful"),
        new Unknown(
            "PartitionedCall(args: Tin...) -> (output: Tout...) Tin:list(type) >=0;"
                + " Tout:list(type) >=0; f:func; config:string=\"\";"),
        new Unknown(
            "Kitchen() -> () s:string=\"salt\"; i:int >=-5; f:float=0.5; b:bool; t:type; sh:shape;"
                + " te:tensor; fn:func; ls:list(string)=[]; li:list(int)=[1, 2]; lf:list(float);"
                + " lb:list(bool); lt:list(type) >=1; lsh:list(shape); lte:list(tensor);"
                + " lfn:list(func);"),
        new Unknown(
            "Variable() -> (ref: ref dtype) shape:shape; dtype:type; container:string=\"\";"
                + " shared_name:string=\"\"; stateful"),
        new Unknown("Assign(ref: ref T, value: T) -> (output_ref: ref T) T:type;"));
  }

  /** An op of whose outputs nothing is known. */
  private static final class Unknown implements OpDefinition {
    private final Signature signature;

    Unknown(String line) {
      signature = Signature.of(line);
    }

    @Override
    public Signature signature() {
      return signature;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      List<Shape> shapes = new ArrayList<>();
      signature.outputDtypes(context.attrs()).forEach(dtype -> shapes.add(Shape.unknown()));
      return shapes;
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      throw new UnsupportedOperationException("only described");
    }
  }

  /** A sum of equal shapes. */
  private static final class Add implements OpDefinition {
    private static final Signature SIGNATURE =
        Signature.of("Add(x: T, y: T) -> (z: T) T:type in [float, double, int32]; commutative");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0).mergeWith(context.input(1)));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      throw new UnsupportedOperationException("only described");
    }
  }

  /** A product of matrices. */
  private static final class MatMul implements OpDefinition {
    private static final Signature SIGNATURE =
        Signature.of(
            "MatMul(a: T, b: T) -> (product: T) transpose_a:bool=false; transpose_b:bool=false;"
                + " T:type in [float, double];");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      Shape a = context.requireRank(0, 2);
      Shape b = context.requireRank(1, 2);
      int inner = context.attrs().bool("transpose_b") ? 1 : 0;
      long left = a.size(1);
      long right = b.size(inner);
      if (left != right && left >= 0 && right >= 0) {
        throw context.invalid(
            "inner dimensions must agree: %s, %s", context.describe(0), context.describe(1));
      }
      return List.of(Shape.of(a.size(0), b.size(1 - inner)));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      throw new UnsupportedOperationException("only described");
    }
  }
}
