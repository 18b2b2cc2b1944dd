package dev.weir.graph.kernel;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A node as a kernel inside of another sees it: all is the node's own but what is overridden. */
public abstract class KernelContextView implements KernelContext {
  private final KernelContext node;

  protected KernelContextView(KernelContext node) {
    this.node = node;
  }

  /** What is looked at. */
  protected final KernelContext node() {
    return node;
  }

  @Override
  public int inputCount() {
    return node.inputCount();
  }

  @Override
  public Tensor input(int i) {
    return node.input(i);
  }

  @Override
  public int outputCount() {
    return node.outputCount();
  }

  @Override
  public boolean isWanted(int output) {
    return node.isWanted(output);
  }

  @Override
  public Tensor allocate(int output, Shape shape) {
    return node.allocate(output, shape);
  }

  @Override
  public Tensor forward(int input, int output, Shape shape) {
    return node.forward(input, output, shape);
  }

  @Override
  public Tensor scratch(DType dtype, Shape shape) {
    return node.scratch(dtype, shape);
  }

  @Override
  public void set(int output, Tensor value) {
    node.set(output, value);
  }

  @Override
  public void setDead(int output) {
    node.setDead(output);
  }

  @Override
  public Variable reference(int i) {
    return node.reference(i);
  }

  @Override
  public void setReference(int output, Variable variable) {
    node.setReference(output, variable);
  }

  @Override
  public Resources resources() {
    return node.resources();
  }

  @Override
  public Resources stepResources() {
    return node.stepResources();
  }

  @Override
  public <T> T sessionState(Class<T> type, Supplier<T> create) {
    return node.sessionState(type, create);
  }

  @Override
  public ParallelFor parallel() {
    return node.parallel();
  }

  @Override
  public MatrixProducts products() {
    return node.products();
  }

  @Override
  public Optional<ElementMoves> moves() {
    return node.moves();
  }

  @Override
  public List<Tensor> call(String function, List<Tensor> arguments) {
    return node.call(function, arguments);
  }

  @Override
  public String nodeName() {
    return node.nodeName();
  }

  @Override
  public String device() {
    return node.device();
  }

  @Override
  public long stepId() {
    return node.stepId();
  }

  @Override
  public void checkCancelled() {
    node.checkCancelled();
  }

  @Override
  public StopRegistration onStop(Runnable wake) {
    return node.onStop(wake);
  }

  @Override
  public Path file(String name) {
    return node.file(name);
  }

  @Override
  public SeekableByteChannel open(Path file) throws IOException {
    return node.open(file);
  }

  @Override
  public void log(String line) {
    node.log(line);
  }
}
