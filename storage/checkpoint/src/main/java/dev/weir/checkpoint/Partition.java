package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The stored parts of a tensor from which a slice is put together. */
final class Partition {
  private static final int MOST_PARTS = 100_000;

  /** A stored part and where its bytes are. */
  record Part(Box box, BundleEntry entry) {}

  private Partition() {}

  /** The parts that a box needs. Refused unless they fill it, each element once. */
  static List<Part> of(BundleIndex index, String name, BundleEntry tensor, Box wanted) {
    if (!tensor.isPartitioned()) {
      return List.of(
          new Part(Box.of(TensorSlice.whole(tensor.shape().rank()), tensor.shape()), tensor));
    }
    if (tensor.slices().size() > MOST_PARTS) {
      throw WeirException.dataLoss(
          "tensor \"%s\" has %d parts; at most %d are", name, tensor.slices().size(), MOST_PARTS);
    }
    List<Part> parts = new ArrayList<>();
    long filled = 0;
    for (TensorSlice slice : tensor.slices()) {
      Box box = Box.of(slice, tensor.shape());
      Box common = box.intersect(wanted);
      if (common != null) {
        parts.add(new Part(box, checked(name, tensor, slice, index.slice(name, slice))));
        filled = Math.addExact(filled, common.shape().elements());
      }
    }
    requireDisjoint(name, parts);
    if (filled != wanted.shape().elements()) {
      throw WeirException.notFound(
          "the checkpoint has %d of the %d elements wanted of the partitioned tensor \"%s\" of"
              + " shape %s; its parts are %s",
          filled, wanted.shape().elements(), name, tensor.shape(), shortened(tensor.slices()));
    }
    return parts;
  }

  private static BundleEntry checked(
      String name, BundleEntry tensor, TensorSlice slice, BundleEntry part) {
    Shape expected = slice.shapeIn(tensor.shape());
    if (part.dtype() != tensor.dtype() || !part.shape().equals(expected)) {
      throw WeirException.dataLoss(
          "the part %s of \"%s\" should have the shape %s and has %s, or another element type",
          slice, name, expected, part.shape());
    }
    return part;
  }

  /** Compares each part only with those that overlap it in the first dimension. */
  private static void requireDisjoint(String name, List<Part> parts) {
    if (parts.isEmpty() || parts.getFirst().box().rank() == 0) {
      return;
    }
    List<Part> sorted = new ArrayList<>(parts);
    sorted.sort(Comparator.comparingLong(part -> part.box().starts()[0]));
    List<Part> active = new ArrayList<>();
    for (Part part : sorted) {
      active.removeIf(before -> before.box().end(0) <= part.box().starts()[0]);
      for (Part before : active) {
        if (before.box().intersect(part.box()) != null) {
          throw WeirException.dataLoss("two parts of tensor \"%s\" overlap", name);
        }
      }
      active.add(part);
    }
  }

  private static String shortened(List<TensorSlice> slices) {
    return slices.size() <= 10
        ? slices.toString()
        : slices.subList(0, 10) + " and " + (slices.size() - 10) + " more";
  }
}
