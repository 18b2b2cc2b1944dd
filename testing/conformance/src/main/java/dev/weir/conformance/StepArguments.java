package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteTensor;

import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.tensorflow.internal.c_api.TF_Output;
import org.tensorflow.internal.c_api.TF_Tensor;

/** The native arrays a step of TensorFlow's takes: what is fed, what is fetched, what only runs. */
final class StepArguments implements AutoCloseable {
  final int feeds;
  final int fetches;
  final int targets;
  final TF_Output inputs;
  final TF_Output outputs;
  final PointerPointer<TF_Tensor> inputValues;
  final PointerPointer<TF_Tensor> outputValues;
  final PointerPointer<Pointer> targetNodes;

  StepArguments(
      TensorFlowGraph graph, Map<String, Tensor> fed, List<String> fetched, List<String> targeted) {
    feeds = fed.size();
    fetches = fetched.size();
    targets = targeted.size();
    inputs = new TF_Output(Math.max(1, feeds));
    outputs = new TF_Output(Math.max(1, fetches));
    inputValues = nulls(feeds);
    outputValues = nulls(fetches);
    targetNodes = nulls(targets);
    try {
      fill(graph, fed, fetched, targeted);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void fill(
      TensorFlowGraph graph, Map<String, Tensor> fed, List<String> fetched, List<String> targeted) {
    int feed = 0;
    for (Map.Entry<String, Tensor> entry : fed.entrySet()) {
      graph.locate(entry.getKey(), inputs.getPointer(feed));
      inputValues.put(feed, NativeTensors.toNative(entry.getValue()));
      feed++;
    }
    for (int i = 0; i < fetches; i++) {
      TF_Output output = outputs.getPointer(i);
      graph.locate(fetched.get(i), output);
      NativeTensors.requireCopyable(TensorFlowGraph.dtype(output), "fetched: " + fetched.get(i));
    }
    for (int i = 0; i < targets; i++) {
      targetNodes.put(i, graph.node(targeted.get(i)));
    }
  }

  /** An array of so many pointers to nothing, at least one. */
  static <P extends Pointer> PointerPointer<P> nulls(int count) {
    PointerPointer<P> pointers = new PointerPointer<>(Math.max(1, count));
    for (int i = 0; i < Math.max(1, count); i++) {
      pointers.put(i, (Pointer) null);
    }
    return pointers;
  }

  /** Copies of what the last step put out. */
  List<Tensor> results() {
    List<Tensor> results = new ArrayList<>(fetches);
    for (int i = 0; i < fetches; i++) {
      results.add(NativeTensors.fromNative(outputValues.get(TF_Tensor.class, i)));
    }
    return List.copyOf(results);
  }

  /** Frees what the last step put out. */
  void clearResults() {
    delete(outputValues, fetches);
  }

  private static void delete(PointerPointer<TF_Tensor> tensors, int count) {
    for (int i = 0; i < count; i++) {
      TF_Tensor tensor = tensors.get(TF_Tensor.class, i);
      if (tensor != null) {
        TF_DeleteTensor(tensor);
        tensors.put(i, (Pointer) null);
      }
    }
  }

  @Override
  public void close() {
    delete(inputValues, feeds);
    delete(outputValues, fetches);
    inputs.close();
    outputs.close();
    inputValues.close();
    outputValues.close();
    targetNodes.close();
  }
}
