package dev.weir.ops.io;

import dev.weir.graph.Attributes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * The name of a queue that elements leave by their first component, the smallest first. That
 * component is an int64 scalar and not among {@code component_types}.
 */
final class PriorityQueueV2 extends QueueHandle {
  PriorityQueueV2() {
    super(
        "PriorityQueueV2() -> (handle: resource) component_types:list(type)=[] >=0;"
            + " shapes:list(shape) >=0; capacity:int=-1; container:string=\"\";"
            + " shared_name:string=\"\"; stateful");
  }

  @Override
  protected QueueSpec spec(Attributes attrs) {
    QueueSpec rest = QueueSpec.of("PriorityQueue", attrs);
    List<DType> dtypes = new ArrayList<>(rest.dtypes());
    dtypes.addFirst(DType.INT64);
    List<Shape> shapes = new ArrayList<>(rest.shapes());
    if (shapes.size() == rest.dtypes().size()) {
      shapes.addFirst(Shape.scalar());
    }
    return rest.withComponents(dtypes, shapes);
  }

  @Override
  protected QueueOrder order(Attributes attrs) {
    return QueueOrder.priority();
  }
}
