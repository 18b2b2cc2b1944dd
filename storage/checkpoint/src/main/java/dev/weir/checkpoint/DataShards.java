package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The data files of a checkpoint being written. Systems let one thread at a time write to a file,
 * so it takes several files for several threads to write at once.
 */
final class DataShards {
  /** As many as TensorFlow's names for them have digits for. */
  static final int MOST = 99_999;

  private final List<DataShard> shards = new ArrayList<>();

  /** Creates files, none of which exists. */
  DataShards(List<Path> paths, Disk disk) throws IOException {
    try {
      for (Path path : paths) {
        shards.add(new DataShard(shards.size(), path, disk));
      }
    } catch (IOException e) {
      close(e);
      throw e;
    }
  }

  static int checkedCount(int count) {
    if (count < 1 || count > MOST) {
      throw WeirException.invalidArgument(
          "a checkpoint has from 1 to %d data files, not %d", MOST, count);
    }
    return count;
  }

  List<Path> paths() {
    return shards.stream().map(DataShard::path).toList();
  }

  /** The one with the fewest bytes. */
  DataShard emptiest() {
    return shards.stream().min(Comparator.comparingLong(DataShard::bytes)).orElseThrow();
  }

  /** Stores tensors in all files at once, a thread for each file; returns their entries. */
  Map<String, BundleEntry> storeAll(Map<String, Tensor> tensors, ParallelFor parallel)
      throws IOException {
    List<Map<String, Tensor>> parts = distribute(tensors);
    ParallelFor inFile = parts.size() == 1 ? parallel : OwnThreads.CALLER;
    Map<String, BundleEntry> entries = new ConcurrentHashMap<>();
    AtomicBoolean isFailed = new AtomicBoolean();
    try {
      parallel.forRange(
          parts.size(),
          1,
          (from, to) -> {
            for (int i = (int) from; i < to; i++) {
              DataShard shard = shards.get(i);
              parts
                  .get(i)
                  .forEach(
                      (name, tensor) -> {
                        if (!isFailed.get()) {
                          entries.put(name, storeOne(shard, name, tensor, inFile, isFailed));
                        }
                      });
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return entries;
  }

  /** Stores one tensor; if that fails, the writers of the other files stop too. */
  private static BundleEntry storeOne(
      DataShard shard, String name, Tensor tensor, ParallelFor parallel, AtomicBoolean isFailed) {
    boolean isStored = false;
    try {
      BundleEntry entry = shard.store(name, tensor, parallel);
      isStored = true;
      return entry;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (!isStored) {
        isFailed.set(true);
      }
    }
  }

  /** The largest first, each to where there are the fewest bytes so far; then in their order. */
  private List<Map<String, Tensor>> distribute(Map<String, Tensor> tensors) {
    long[] bytes = shards.stream().mapToLong(DataShard::bytes).toArray();
    List<Map.Entry<String, Tensor>> bySize = new ArrayList<>(tensors.entrySet());
    bySize.sort(Comparator.comparingLong(entry -> -sizeOf(entry.getValue())));
    List<Set<String>> names = new ArrayList<>();
    shards.forEach(shard -> names.add(new HashSet<>()));
    for (Map.Entry<String, Tensor> entry : bySize) {
      int least = 0;
      for (int i = 1; i < bytes.length; i++) {
        least = bytes[i] < bytes[least] ? i : least;
      }
      bytes[least] += sizeOf(entry.getValue());
      names.get(least).add(entry.getKey());
    }
    return names.stream().map(chosen -> inOrder(tensors, chosen)).toList();
  }

  private static Map<String, Tensor> inOrder(Map<String, Tensor> tensors, Set<String> chosen) {
    Map<String, Tensor> part = new LinkedHashMap<>(tensors);
    part.keySet().retainAll(chosen);
    return part;
  }

  /** An estimate for strings, whose bytes are not counted. */
  private static long sizeOf(Tensor tensor) {
    return tensor.dtype() == DType.STRING ? tensor.elements() : tensor.byteSize();
  }

  /** Returns when everything written is on the disk; nothing more can be written. */
  void finish() throws IOException {
    for (DataShard shard : shards) {
      shard.force();
      shard.close();
    }
  }

  /** Gives up; failures of closing are added to the one it is because of, if any. */
  void close(@Nullable Throwable because) {
    for (DataShard shard : shards) {
      try {
        shard.close();
      } catch (IOException e) {
        if (because != null) {
          because.addSuppressed(e);
        }
      }
    }
  }
}
