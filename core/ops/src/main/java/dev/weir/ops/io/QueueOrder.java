package dev.weir.ops.io;

import dev.weir.ops.random.Words;
import dev.weir.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/** In what order the elements of a queue leave it. Not thread-safe. */
interface QueueOrder {
  void add(List<Tensor> element);

  /** Takes the element whose turn it is. */
  List<Tensor> take();

  /** Puts back what was taken last. */
  void putBack(List<Tensor> element);

  int size();

  /** First in, first out. */
  static QueueOrder arrival() {
    Deque<List<Tensor>> elements = new ArrayDeque<>();
    return new QueueOrder() {
      @Override
      public void add(List<Tensor> element) {
        elements.addLast(element);
      }

      @Override
      public List<Tensor> take() {
        return elements.removeFirst();
      }

      @Override
      public void putBack(List<Tensor> element) {
        elements.addFirst(element);
      }

      @Override
      public int size() {
        return elements.size();
      }
    };
  }

  /** Any of those that are there, as the random words say. */
  static QueueOrder random(Words words) {
    List<List<Tensor>> elements = new ArrayList<>();
    return new QueueOrder() {
      @Override
      public void add(List<Tensor> element) {
        elements.add(element);
      }

      @Override
      public List<Tensor> take() {
        int chosen = (int) words.nextBelow(elements.size());
        List<Tensor> last = elements.removeLast();
        return chosen == elements.size() ? last : elements.set(chosen, last);
      }

      @Override
      public void putBack(List<Tensor> element) {
        elements.add(element);
      }

      @Override
      public int size() {
        return elements.size();
      }
    };
  }

  /** The smallest first component first; of equal ones the one that came first. */
  static QueueOrder priority() {
    record Ranked(List<Tensor> element, long priority, long arrival) {}
    PriorityQueue<Ranked> elements =
        new PriorityQueue<>(
            Comparator.comparingLong(Ranked::priority).thenComparingLong(Ranked::arrival));
    return new QueueOrder() {
      private long arrivals;
      private long returns;

      private void add(List<Tensor> element, long arrival) {
        elements.add(new Ranked(element, element.get(0).getLong(0), arrival));
      }

      @Override
      public void add(List<Tensor> element) {
        add(element, ++arrivals);
      }

      @Override
      public List<Tensor> take() {
        return elements.remove().element();
      }

      @Override
      public void putBack(List<Tensor> element) {
        add(element, --returns);
      }

      @Override
      public int size() {
        return elements.size();
      }
    };
  }
}
