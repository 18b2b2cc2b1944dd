package dev.weir.conformance.interop.programs;

import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.Signature;
import org.tensorflow.ndarray.NdArrays;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.index.Indices;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.HashTable;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.VarHandleOp;
import org.tensorflow.op.core.Variable;
import org.tensorflow.op.io.FifoQueue;
import org.tensorflow.op.nn.FusedBatchNorm;
import org.tensorflow.op.random.RandomUniform;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;

/** Programs out of the core ops: arrays, variables, queues, tables, loops, functions, errors. */
final class GraphPrograms {
  private GraphPrograms() {}

  static List<Program> all() {
    List<Program> all = new ArrayList<>();
    values().forEach((name, value) -> all.add(new Program(name, s -> s.fetch(value.apply(s)))));
    layers().forEach((name, value) -> all.add(new Program(name, s -> s.fetch(value.apply(s)))));
    rearranged().forEach((name, value) -> all.add(new Program(name, s -> s.fetch(value.apply(s)))));
    arrays().forEach((name, value) -> all.add(new Program(name, s -> s.fetch(value.apply(s)))));
    state().forEach((name, body) -> all.add(new Program(name, body)));
    flow().forEach((name, body) -> all.add(new Program(name, body)));
    refusals().forEach((name, body) -> all.add(new Program(name, body)));
    return all;
  }

  private static Operand<TFloat32> images(Script s) {
    float[][][][] images = new float[1][4][4][2];
    for (int i = 0; i < 32; i++) {
      images[0][i / 8][i / 2 % 4][i % 2] = i * 0.25f - 3;
    }
    return s.tf.constant(images);
  }

  private static Operand<TString> strings(Script s, String... values) {
    return s.tf.constant(NdArrays.vectorOfObjects(values));
  }

  private static Operand<TFloat32> square(Script s) {
    return s.matrix(new float[][] {{4, 1, 0.5f}, {1, 3, 0}, {0.5f, 0, 2}});
  }

  /** Single values. */
  private static Map<String, Function<Script, Operand<?>>> values() {
    Map<String, Function<Script, Operand<?>>> all = new LinkedHashMap<>();
    all.put(
        "math-sum-of-squares", s -> s.tf.reduceSum(s.tf.math.square(square(s)), s.tf.constant(0)));
    all.put(
        "math-mean-all",
        s ->
            s.tf.math.mean(
                square(s), s.tf.range(s.tf.constant(0), s.tf.rank(square(s)), s.tf.constant(1))));
    all.put(
        "math-segment-sum",
        s ->
            s.tf.math.unsortedSegmentSum(
                square(s), s.tf.constant(new int[] {0, 0, 1}), s.tf.constant(2)));
    all.put(
        "math-unsorted-segment-max",
        s ->
            s.tf.math.unsortedSegmentMax(
                square(s), s.tf.constant(new int[] {1, 0, 1}), s.tf.constant(2)));
    all.put("math-cumsum", s -> s.tf.math.cumsum(square(s), s.tf.constant(1)));
    all.put("math-arg-max", s -> s.tf.math.argMax(square(s), s.tf.constant(1)));
    all.put(
        "math-bincount",
        s -> s.tf.math.bincount(s.tf.constant(new int[] {1, 2, 1}), s.tf.constant(4), s.vector()));
    all.put(
        "math-erf-log-gamma",
        s -> s.tf.math.add(s.tf.math.erf(square(s)), s.tf.math.lgamma(square(s))));
    all.put(
        "math-floor-mod",
        s -> s.tf.math.floorMod(s.tf.constant(new int[] {-7, 7}), s.tf.constant(3)));
    all.put(
        "math-cast-chain",
        s -> s.tf.dtypes.cast(s.tf.dtypes.cast(square(s), TInt32.class), TInt64.class));
    all.put("math-add-n", s -> s.tf.math.addN(List.of(square(s), square(s), square(s))));
    all.put(
        "math-select",
        s ->
            s.tf.select(
                s.tf.math.greater(square(s), s.tf.constant(1f)),
                square(s),
                s.tf.zerosLike(square(s))));
    all.put("linalg-mat-mul-transposed", s -> s.tf.linalg.matMul(square(s), square(s)));
    all.put("linalg-cholesky", s -> s.tf.linalg.cholesky(square(s)));
    all.put("linalg-inverse", s -> s.tf.linalg.inv(square(s)));
    all.put("linalg-determinant", s -> s.tf.linalg.det(square(s)));
    all.put(
        "linalg-solve", s -> s.tf.linalg.solve(square(s), s.matrix(new float[][] {{1}, {2}, {3}})));
    all.put("linalg-einsum", s -> s.tf.linalg.einsum(List.of(square(s), square(s)), "ij,jk->ik"));
    all.put(
        "linalg-band-part",
        s -> s.tf.linalg.bandPart(square(s), s.tf.constant(0L), s.tf.constant(1L)));
    all.put("linalg-diag-part", s -> s.tf.linalg.tensorDiagPart(square(s)));
    return all;
  }

  /** Layers, images, strings and random numbers. */
  private static Map<String, Function<Script, Operand<?>>> layers() {
    Map<String, Function<Script, Operand<?>>> all = new LinkedHashMap<>();
    all.put(
        "nn-conv2d",
        s ->
            s.tf.nn.conv2d(
                images(s),
                s.tf.fill(s.tf.constant(new int[] {2, 2, 2, 3}), s.tf.constant(0.5f)),
                List.of(1L, 1L, 1L, 1L),
                "SAME"));
    all.put(
        "nn-depthwise",
        s ->
            s.tf.nn.depthwiseConv2dNative(
                images(s),
                s.tf.fill(s.tf.constant(new int[] {2, 2, 2, 1}), s.tf.constant(0.5f)),
                List.of(1L, 2L, 2L, 1L),
                "VALID"));
    all.put(
        "nn-max-pool",
        s ->
            s.tf.nn.maxPool(
                images(s),
                s.tf.constant(new int[] {1, 2, 2, 1}),
                s.tf.constant(new int[] {1, 2, 2, 1}),
                "VALID"));
    all.put(
        "nn-avg-pool",
        s -> s.tf.nn.avgPool(images(s), List.of(1L, 2L, 2L, 1L), List.of(1L, 2L, 2L, 1L), "SAME"));
    all.put(
        "nn-batch-norm",
        s ->
            s.tf
                .nn
                .fusedBatchNorm(
                    images(s),
                    s.vector(1, 2),
                    s.vector(0, 1),
                    s.vector(),
                    s.vector(),
                    FusedBatchNorm.isTraining(true))
                .y());
    all.put("nn-lrn", s -> s.tf.nn.localResponseNormalization(images(s)));
    all.put("nn-top-k", s -> s.tf.nn.topK(square(s), s.tf.constant(2), TInt32.class).values());
    all.put(
        "nn-in-top-k",
        s -> s.tf.nn.inTopK(square(s), s.tf.constant(new int[] {0, 0, 2}), s.tf.constant(1)));
    all.put(
        "nn-softmax-cross-entropy",
        s -> s.tf.nn.softmaxCrossEntropyWithLogits(square(s), s.tf.nn.softmax(square(s))).loss());
    all.put(
        "image-resize-bilinear",
        s -> s.tf.image.resizeBilinear(images(s), s.tf.constant(new int[] {3, 5})));
    all.put(
        "image-resize-nearest",
        s -> s.tf.image.resizeNearestNeighbor(images(s), s.tf.constant(new int[] {2, 2})));
    all.put(
        "strings-join", s -> s.tf.strings.join(List.of(s.tf.constant("a"), strings(s, "b", "c"))));
    all.put("strings-upper", s -> s.tf.strings.upper(s.tf.constant("straße")));
    all.put("strings-to-number", s -> s.tf.strings.toNumber(strings(s, "1.5", "-2")));
    all.put("strings-length", s -> s.tf.strings.stringLength(strings(s, "", "abc")));
    all.put(
        "strings-regex",
        s ->
            s.tf.strings.regexReplace(
                s.tf.constant("a1b22"), s.tf.constant("[0-9]+"), s.tf.constant("#")));
    all.put(
        "random-uniform-seeded",
        s ->
            s.tf.random.randomUniform(
                s.tf.constant(new int[] {2, 3}), TFloat32.class, RandomUniform.seed(1L).seed2(2L)));
    all.put(
        "random-stateless-normal",
        s ->
            s.tf.random.statelessRandomNormal(
                s.tf.constant(new int[] {4}), s.tf.constant(new long[] {1, 2})));
    all.put(
        "audio-missing-op",
        s -> s.tf.audio.audioSpectrogram(s.matrix(new float[][] {{1}, {2}, {3}, {4}}), 2L, 2L));
    all.put(
        "audio-missing-op-not-needed",
        s -> {
          s.tf.audio.audioSpectrogram(s.matrix(new float[][] {{1}, {2}, {3}, {4}}), 2L, 2L);
          return s.tf.constant(1f);
        });
    return all;
  }

  /** Shapes and parts of arrays. */
  private static Map<String, Function<Script, Operand<?>>> arrays() {
    Map<String, Function<Script, Operand<?>>> all = new LinkedHashMap<>();
    all.put(
        "array-slice-of-computed-size",
        s ->
            s.tf.slice(
                s.vector(1, 2, 3, 4),
                s.tf.constant(new int[] {1}),
                s.tf.expandDims(
                    s.tf.dtypes.cast(s.tf.constant(2L), TInt32.class), s.tf.constant(0))));
    all.put(
        "array-slice-to-end",
        s ->
            s.tf.slice(
                s.vector(1, 2, 3, 4),
                s.tf.constant(new int[] {1}),
                s.tf.expandDims(
                    s.tf.dtypes.cast(s.tf.constant(-1L), TInt32.class), s.tf.constant(0))));
    all.put("array-reshape-flat", s -> s.tf.reshape(square(s), s.tf.constant(new int[] {-1})));
    all.put(
        "array-reshape-to-size",
        s -> s.tf.reshape(square(s), s.tf.expandDims(s.tf.size(square(s)), s.tf.constant(0))));
    all.put(
        "array-strided-slice",
        s -> s.tf.stridedSlice(square(s), Indices.slice(0, 2), Indices.at(1)));
    all.put(
        "array-gather",
        s -> s.tf.gather(square(s), s.tf.constant(new int[] {2, 0}), s.tf.constant(1)));
    all.put(
        "array-gather-nd",
        s -> s.tf.gatherNd(square(s), s.tf.constant(new int[][] {{0, 1}, {2, 2}})));
    all.put(
        "array-scatter-nd",
        s ->
            s.tf.scatterNd(
                s.tf.constant(new int[][] {{1}, {3}}),
                s.vector(5, 6),
                s.tf.constant(new int[] {4})));
    all.put(
        "array-one-hot",
        s ->
            s.tf.oneHot(
                s.tf.constant(new int[] {0, 2}),
                s.tf.constant(3),
                s.tf.constant(1f),
                s.tf.constant(0f)));
    all.put("array-concat", s -> s.tf.concat(List.of(square(s), square(s)), s.tf.constant(1)));
    all.put(
        "array-stack-unstack",
        s -> s.tf.stack(new ArrayList<Operand<TFloat32>>(s.tf.unstack(square(s), 3L).output())));
    all.put("array-split", s -> s.tf.split(s.tf.constant(0), square(s), 3L).output().get(1));
    all.put("array-tile", s -> s.tf.tile(square(s), s.tf.constant(new int[] {2, 1})));
    return all;
  }

  /** Arrays in another order or size, and gradients through them. */
  private static Map<String, Function<Script, Operand<?>>> rearranged() {
    Map<String, Function<Script, Operand<?>>> all = new LinkedHashMap<>();
    all.put(
        "array-pad",
        s -> s.tf.pad(square(s), s.tf.constant(new int[][] {{1, 0}, {0, 1}}), s.tf.constant(9f)));
    all.put(
        "array-mirror-pad",
        s -> s.tf.mirrorPad(square(s), s.tf.constant(new int[][] {{1, 1}, {0, 1}}), "REFLECT"));
    all.put("array-reverse", s -> s.tf.reverse(square(s), s.tf.constant(new int[] {0})));
    all.put(
        "array-transpose", s -> s.tf.linalg.transpose(square(s), s.tf.constant(new int[] {1, 0})));
    all.put(
        "array-unique",
        s -> s.tf.unique(s.tf.constant(new int[] {3, 3, 1}), s.tf.constant(new int[] {0})).y());
    all.put("array-where", s -> s.tf.where(s.tf.math.greater(square(s), s.tf.constant(0.75f))));
    all.put(
        "array-boolean-mask",
        s -> s.tf.booleanMask(square(s), s.tf.constant(new boolean[] {true, false, true})));
    all.put(
        "array-dynamic-stitch",
        s ->
            s.tf.dynamicStitch(
                List.of(s.tf.constant(new int[] {0, 2}), s.tf.constant(new int[] {1})),
                List.of(s.vector(1, 3), s.vector(2))));
    all.put(
        "array-space-to-batch",
        s ->
            s.tf.spaceToBatchNd(
                images(s),
                s.tf.constant(new int[] {2, 2}),
                s.tf.constant(new int[][] {{0, 0}, {0, 0}})));
    all.put(
        "array-depth-to-space",
        s ->
            s.tf.nn.depthToSpace(
                s.tf.reshape(images(s), s.tf.constant(new int[] {1, 2, 2, 8})), 2L));
    all.put(
        "array-broadcast-dynamic",
        s ->
            s.tf.broadcastTo(
                s.vector(1, 2, 3),
                s.tf.broadcastDynamicShape(s.tf.shape(square(s)), s.tf.constant(new int[] {1}))));
    all.put(
        "array-shape-n",
        s ->
            s.tf
                .shapeN(
                    List.of(
                        square(s),
                        images(s).asOutput().shape().numDimensions() == 4 ? square(s) : square(s)))
                .iterator()
                .next());
    all.put(
        "array-linspace",
        s -> s.tf.linSpace(s.tf.constant(0f), s.tf.constant(1f), s.tf.constant(5)));
    all.put(
        "array-fill-of-shape",
        s -> s.tf.fill(s.tf.shape(square(s), TInt64.class), s.tf.constant(2f)));
    all.put(
        "array-meshgrid-by-hand",
        s ->
            s.tf.math.add(
                s.tf.expandDims(s.vector(1, 2), s.tf.constant(1)),
                s.tf.expandDims(s.vector(10, 20, 30), s.tf.constant(0))));
    all.put("array-squeeze", s -> s.tf.squeeze(s.tf.expandDims(square(s), s.tf.constant(-1))));
    all.put(
        "array-sequence-mask",
        s ->
            s.tf.math.less(
                s.tf.expandDims(
                    s.tf.range(s.tf.constant(0), s.tf.constant(4), s.tf.constant(1)),
                    s.tf.constant(0)),
                s.tf.expandDims(s.tf.constant(new int[] {1, 3}), s.tf.constant(1))));
    all.put(
        "array-gradient-of-gather",
        s -> {
          Operand<TFloat32> x = square(s);
          return s.tf
              .gradients(
                  s.tf.reduceSum(
                      s.tf.math.square(
                          s.tf.gather(x, s.tf.constant(new int[] {1, 1}), s.tf.constant(0))),
                      s.tf.constant(new int[] {0, 1})),
                  List.of(x))
              .dy(0);
        });
    all.put(
        "array-gradient-of-conv",
        s -> {
          Operand<TFloat32> x = images(s);
          Operand<TFloat32> y =
              s.tf.nn.conv2d(
                  x,
                  s.tf.fill(s.tf.constant(new int[] {3, 3, 2, 1}), s.tf.constant(0.1f)),
                  List.of(1L, 1L, 1L, 1L),
                  "SAME");
          return s.tf
              .gradients(
                  s.tf.reduceSum(s.tf.math.tanh(y), s.tf.constant(new int[] {0, 1, 2, 3})),
                  List.of(x))
              .dy(0);
        });
    return all;
  }

  /** Variables. */
  private static Map<String, Consumer<Script>> state() {
    Map<String, Consumer<Script>> all = new LinkedHashMap<>();
    all.put(
        "state-counter",
        s -> {
          Variable<TInt32> v = s.tf.variable(s.tf.constant(1));
          Operand<TInt32> add = s.tf.assignAdd(v, s.tf.constant(2));
          s.initialize().fetch(add).fetch(add).fetch(v);
        });
    all.put(
        "state-scatter-update",
        s -> {
          Variable<TFloat32> v = s.tf.variable(square(s));
          Operand<TFloat32> changed =
              s.tf.scatterUpdate(
                  v, s.tf.constant(new int[] {1}), s.matrix(new float[][] {{7, 8, 9}}));
          s.initialize()
              .fetch(changed)
              .fetch(s.tf.gather(v, s.tf.constant(new int[] {1}), s.tf.constant(0)));
        });
    all.put(
        "state-slots-of-shape",
        s -> {
          Variable<TFloat32> v = s.tf.withName("v").variable(square(s));
          Variable<TFloat32> slot =
              s.tf.withName("slot").variable(v.asOutput().shape(), TFloat32.class);
          s.tf
              .withInitScope()
              .assign(
                  slot,
                  s.tf
                      .withInitScope()
                      .fill(s.tf.withInitScope().shape(v), s.tf.withInitScope().constant(0.5f)));
          s.initialize().fetch(slot, v);
        });
    all.put(
        "state-two-variables-of-one-name",
        s -> {
          Variable<TFloat32> reference =
              s.tf.variable(Shape.of(2), TFloat32.class, Variable.sharedName("shared"));
          Operand<?> handle =
              s.tf.varHandleOp(TFloat32.class, Shape.of(3), VarHandleOp.sharedName("shared"));
          s.run(s.tf.assign(reference, s.vector(1, 2)));
          s.run(s.tf.assignVariableOp(cast(handle), s.vector(3, 4, 5)));
          s.fetch(reference, s.tf.readVariableOp(cast(handle), TFloat32.class));
        });
    all.put(
        "state-resource-variable",
        s -> {
          Operand<?> handle =
              s.tf.varHandleOp(TFloat32.class, Shape.of(2), VarHandleOp.sharedName("r"));
          s.run(s.tf.assignVariableOp(cast(handle), s.vector(1, 2)));
          s.run(s.tf.assignAddVariableOp(cast(handle), s.vector(10, 20)));
          s.fetch(
              s.tf.readVariableOp(cast(handle), TFloat32.class),
              s.tf.variableShape(cast(handle), TInt32.class));
          s.run(s.tf.destroyResourceOp(cast(handle)));
          s.fetch(s.tf.varIsInitializedOp(cast(handle)));
        });
    all.put(
        "state-shape-of-unset-variables",
        s -> {
          Variable<TFloat32> reference =
              s.tf.withName("unset").variable(Shape.of(2, 3), TFloat32.class);
          Operand<?> handle =
              s.tf.varHandleOp(
                  TFloat32.class, Shape.of(4), VarHandleOp.sharedName("unset-resource"));
          Operand<TFloat32> read = s.tf.readVariableOp(cast(handle), TFloat32.class);
          s.fetch(s.tf.shape(reference), s.tf.size(reference), s.tf.rank(reference));
          s.fetch(s.tf.shape(read), s.tf.size(read));
          s.fetch(s.tf.fill(s.tf.shape(read), s.tf.constant(1f)));
        });
    return all;
  }

  /** Queues, tables, loops, functions and feeds. */
  private static Map<String, Consumer<Script>> flow() {
    Map<String, Consumer<Script>> all = new LinkedHashMap<>();
    all.put(
        "state-queue",
        s -> {
          FifoQueue queue = s.tf.io.fifoQueue(List.of(TFloat32.class), FifoQueue.sharedName("q"));
          s.run(s.tf.io.queueEnqueue(queue, List.of(s.vector(1, 2))));
          s.run(s.tf.io.queueEnqueue(queue, List.of(s.vector(3, 4))));
          s.fetch(s.tf.io.queueSize(queue));
          s.fetch(s.tf.io.queueDequeue(queue, List.of(TFloat32.class)).iterator().next());
        });
    all.put(
        "state-table",
        s -> {
          HashTable table = s.tf.hashTable(TString.class, TInt64.class, HashTable.sharedName("t"));
          s.run(
              s.tf.initializeTable(table, strings(s, "a", "b"), s.tf.constant(new long[] {1, 2})));
          s.fetch(s.tf.lookupTableFind(table, strings(s, "b", "z"), s.tf.constant(-1L)));
          s.fetch(s.tf.lookupTableSize(table));
        });
    all.put(
        "flow-while-loop",
        s -> {
          Output<?>[] result =
              s.graph.whileLoop(
                  new Output<?>[] {s.tf.constant(1).asOutput()},
                  (graph, inputs, outputs) ->
                      outputs[0] =
                          Ops.create(graph)
                              .math
                              .less(inputs[0].expect(TInt32.class), Ops.create(graph).constant(100))
                              .asOutput(),
                  (graph, inputs, outputs) ->
                      outputs[0] =
                          Ops.create(graph)
                              .math
                              .mul(inputs[0].expect(TInt32.class), Ops.create(graph).constant(3))
                              .asOutput(),
                  "loop");
          s.fetch(result[0]);
        });
    all.put(
        "flow-function-call",
        s -> {
          ConcreteFunction twice =
              ConcreteFunction.create(
                  tf -> {
                    Placeholder<TFloat32> x = tf.placeholder(TFloat32.class);
                    return Signature.builder().input("x", x).output("y", tf.math.add(x, x)).build();
                  });
          s.fetch(s.tf.call(twice, square(s)));
        });
    all.put(
        "flow-control-dependencies",
        s -> {
          Variable<TInt32> v = s.tf.variable(s.tf.constant(1));
          Operand<TInt32> add = s.tf.assignAdd(v, s.tf.constant(4));
          Operand<TInt32> after = s.tf.withControlDependencies(List.of(add)).identity(v);
          s.initialize().fetch(after);
        });
    all.put(
        "flow-switch-merge",
        s -> {
          var branches = s.tf.switchCond(square(s), s.tf.constant(true));
          s.fetch(
              s.tf
                  .merge(
                      List.of(
                          s.tf.math.neg(branches.outputFalse()),
                          s.tf.math.square(branches.outputTrue())))
                  .output());
        });
    all.put(
        "feed-batches",
        s -> {
          Placeholder<TFloat32> x =
              s.tf.placeholder(TFloat32.class, Placeholder.shape(Shape.of(-1, 2)));
          Operand<TFloat32> mean = s.tf.math.mean(x, s.tf.constant(0));
          s.fetch(Map.of(x, Tensors.of(dev.weir.tensor.Shape.of(2, 2), 1f, 2f, 3f, 4f)), mean);
          s.fetch(
              Map.of(x, Tensors.of(dev.weir.tensor.Shape.of(1, 2), 1f, 2f)), mean, s.tf.shape(x));
        });
    all.put(
        "feed-in-the-middle",
        s -> {
          Operand<TFloat32> middle = s.tf.math.square(square(s));
          s.fetch(
              Map.of(
                  middle,
                  Tensors.zeros(dev.weir.tensor.DType.FLOAT32, dev.weir.tensor.Shape.of(3, 3))),
              s.tf.math.add(middle, s.tf.constant(1f)));
        });
    all.put(
        "feed-a-constant-that-is-a-size",
        s -> {
          Operand<TInt32> n = s.tf.constant(new int[] {2});
          Operand<TFloat32> filled = s.tf.fill(n, s.tf.constant(1f));
          s.fetch(Map.of(n, Tensors.vector(4)), s.tf.math.add(filled, filled), s.tf.shape(filled));
        });
    return all;
  }

  /** What is refused. */
  private static Map<String, Consumer<Script>> refusals() {
    Map<String, Consumer<Script>> all = new LinkedHashMap<>();
    all.put("refused-missing-feed", s -> s.fetch(s.tf.math.neg(s.tf.placeholder(TFloat32.class))));
    all.put(
        "refused-unset-variable",
        s -> s.fetch(s.tf.math.neg(s.tf.withName("never").variable(Shape.of(2), TFloat32.class))));
    all.put(
        "refused-unset-resource",
        s ->
            s.fetch(
                s.tf.readVariableOp(
                    cast(
                        s.tf.varHandleOp(
                            TFloat32.class, Shape.of(2), VarHandleOp.sharedName("never"))),
                    TFloat32.class)));
    all.put(
        "refused-gather-out-of-range",
        s -> s.fetch(s.tf.gather(square(s), s.tf.constant(new int[] {7}), s.tf.constant(0))));
    all.put(
        "refused-reshape",
        s -> {
          Placeholder<TFloat32> x = s.tf.placeholder(TFloat32.class);
          s.fetch(
              Map.of(x, Tensors.vector(1f, 2f, 3f)),
              s.tf.reshape(x, s.tf.constant(new int[] {2, 2})));
        });
    all.put(
        "refused-singular-inverse",
        s -> s.fetch(s.tf.linalg.inv(s.matrix(new float[][] {{1, 2}, {2, 4}}))));
    all.put(
        "refused-feed-of-other-shape",
        s -> {
          Placeholder<TFloat32> x =
              s.tf.placeholder(TFloat32.class, Placeholder.shape(Shape.of(2)));
          s.fetch(Map.of(x, Tensors.vector(1f, 2f, 3f)), s.tf.math.neg(x));
        });
    all.put(
        "refused-assert",
        s -> s.run(s.tf.assertThat(s.tf.constant(false), List.of(s.tf.constant("no")))));
    all.put(
        "refused-missing-key-file", s -> s.fetch(s.tf.io.readFile(s.tf.constant("/no/such/file"))));
    return all;
  }

  @SuppressWarnings("unchecked")
  private static Operand<? extends org.tensorflow.types.family.TType> cast(Operand<?> handle) {
    return (Operand<? extends org.tensorflow.types.family.TType>) handle;
  }
}
