package dev.weir.runtime;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.Tensor;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * What a step returned: the fetched tensors, in the order in which they were asked for. Also gives
 * them by edge and by name. Unmodifiable and thread-safe.
 *
 * {@snippet :
 * Result result = session.run(loss, accuracy);
 * float loss = result.get(loss).scalarFloat();
 * }
 *
 * <p>The tensors need no {@link #close()}, which gives back the memory of all of them early.
 */
public final class Result extends AbstractList<Tensor> implements RandomAccess, AutoCloseable {
  private final Graph graph;
  private final List<String> fetches;
  private final List<Tensor> tensors;

  Result(Graph graph, List<String> fetches, List<Tensor> tensors) {
    this.graph = graph;
    this.fetches = fetches;
    this.tensors = tensors;
  }

  /** The value of a fetched edge. */
  public Tensor get(Operand edge) {
    return get(edge.asOutput());
  }

  /** The value of a fetched edge, by the name {@code node:index} or {@code node}. */
  public Tensor get(String endpoint) {
    return get(graph.output(endpoint));
  }

  private Tensor get(Output edge) {
    int index = edge.node().graph() == graph ? fetches.indexOf(edge.name()) : -1;
    if (index < 0) {
      throw WeirException.invalidArgument(
          "%s was not fetched; the step fetched %s", edge.name(), fetches);
    }
    return tensors.get(index);
  }

  /** The value of the fetch at a position, from 0. */
  @Override
  public Tensor get(int index) {
    if (index < 0 || index >= tensors.size()) {
      throw WeirException.outOfRange(
          "there is no fetch %d; the step fetched %d: %s", index, tensors.size(), fetches);
    }
    return tensors.get(index);
  }

  @Override
  public int size() {
    return tensors.size();
  }

  /** Closes all tensors. */
  @Override
  public void close() {
    tensors.forEach(Tensor::close);
  }
}
