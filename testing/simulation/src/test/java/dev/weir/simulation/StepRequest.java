package dev.weir.simulation;

import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A step that a client asks for, and what it must give. */
final class StepRequest {
  private final Allocator allocator;
  private final List<NamedValue> feeds = new ArrayList<>();
  private final List<String> fetches = new ArrayList<>();
  private final List<String> targets = new ArrayList<>();
  private final Map<String, Float> expected = new LinkedHashMap<>();

  StepRequest(Allocator allocator) {
    this.allocator = allocator;
  }

  /** Feeds a vector of equal elements, unless it is fed already. */
  StepRequest feed(String name, float value) {
    Tensor tensor = vector();
    for (int i = 0; i < ClientGraph.SIZE; i++) {
      tensor.setFloat(i, value);
    }
    return feed(name, tensor);
  }

  /** Feeds a vector of zeros but for one. */
  StepRequest feedOneAt(String name, int position) {
    Tensor tensor = vector();
    for (int i = 0; i < ClientGraph.SIZE; i++) {
      tensor.setFloat(i, i == position ? 1 : 0);
    }
    return feed(name, tensor);
  }

  StepRequest feedScalar(String name, float value) {
    Tensor tensor = Tensor.allocate(allocator, DType.FLOAT32, Shape.scalar(), "a feed");
    tensor.setFloat(0, value);
    return feed(name, tensor);
  }

  StepRequest feedBoolean(String name, boolean value) {
    Tensor tensor = Tensor.allocate(allocator, DType.BOOL, Shape.scalar(), "a feed");
    tensor.setBoolean(0, value);
    return feed(name, tensor);
  }

  private Tensor vector() {
    return Tensor.allocate(allocator, DType.FLOAT32, Shape.of(ClientGraph.SIZE), "a feed");
  }

  private StepRequest feed(String name, Tensor value) {
    if (feeds.stream().anyMatch(feed -> feed.name().equals(name))) {
      value.buffer().release();
    } else {
      feeds.add(new NamedValue(name, value));
    }
    return this;
  }

  /** Fetches a vector all of whose elements must have this value. */
  StepRequest fetch(String name, float value) {
    expected.put(name, value);
    return fetch(name);
  }

  /** Fetches a value that this request does not check. */
  StepRequest fetch(String name) {
    fetches.add(name);
    return this;
  }

  StepRequest target(String name) {
    targets.add(name);
    return this;
  }

  RunStep message(String session, StepOptions options, String partialRun, long requestId) {
    return new RunStep(session, feeds, fetches, targets, options, partialRun, requestId);
  }

  List<Tensor> feeds() {
    return feeds.stream().map(NamedValue::value).toList();
  }

  /** Releases the feeds: the callee has retained them. */
  void release() {
    feeds.forEach(feed -> feed.value().buffer().release());
    feeds.clear();
  }

  /** What is wrong with a result; null if nothing is. */
  @Nullable String check(StepResult result) {
    Set<String> given = new TreeSet<>();
    for (NamedValue value : result.values()) {
      given.add(value.name());
      Float wanted = expected.get(value.name());
      for (int i = 0; wanted != null && i < value.value().elements(); i++) {
        if (value.value().getFloat(i) != wanted) {
          return value.name() + " is " + value.value().getFloat(i) + ", not " + wanted;
        }
      }
    }
    return given.equals(new TreeSet<>(fetches))
        ? null
        : fetches + " were fetched, " + given + " came";
  }

  @Override
  public String toString() {
    return fetches + (targets.isEmpty() ? "" : " " + targets);
  }
}
