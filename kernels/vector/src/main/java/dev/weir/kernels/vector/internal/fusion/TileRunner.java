package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.codegen.Stage;
import dev.weir.kernels.vector.internal.fusion.ClusterLayout.Place;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;

/** Runs the tasks of a layout over all tiles, on several threads. */
final class TileRunner {
  /** Operations, of one element, worth a thread. */
  private static final long GRAIN = Long.getLong("weir.vector.grain", 128 * 1024);

  private final ClusterLayout layout;

  /** Where the inputs and outputs of the cluster begin, by value. */
  private final long[] bases;

  private final long tilesPerRow;
  private final long tiles;

  TileRunner(ClusterLayout layout, long[] bases) {
    this.layout = layout;
    this.bases = bases;
    this.tilesPerRow = Math.ceilDiv(layout.space().columns(), layout.tileColumns());
    this.tiles = Math.ceilDiv(layout.space().rows(), layout.tileRows()) * tilesPerRow;
  }

  void run(KernelContext context) {
    long work = (long) layout.tileRows() * layout.tileColumns() * layout.cost();
    context.parallel().forRange(tiles, Math.max(1, GRAIN / work), this::runTiles);
  }

  private void runTiles(long from, long to) {
    MemorySegment memory = TileMemory.take(layout.tileBytes());
    try {
      Tile tile = new Tile(memory.address());
      for (ClusterLayout.Expand expand : layout.once()) {
        tile.move(0);
        tile.run(expand);
      }
      for (long i = from; i < to; i++) {
        tile.move(i);
        layout.tasks().forEach(tile::run);
      }
    } finally {
      TileMemory.give(memory);
    }
  }

  /** The tile that is worked on. */
  private final class Tile {
    private final long memory;
    private final long[] at = new long[64];
    private long row;
    private long column;
    private int rows;
    private int columns;

    Tile(long memory) {
      this.memory = memory;
    }

    void move(long index) {
      row = index / tilesPerRow * layout.tileRows();
      column = index % tilesPerRow * layout.tileColumns();
      rows = (int) Math.min(layout.tileRows(), layout.space().rows() - row);
      columns = (int) Math.min(layout.tileColumns(), layout.space().columns() - column);
    }

    void run(ClusterLayout.Task task) {
      switch (task) {
        case ClusterLayout.Run run -> run(run);
        case ClusterLayout.Reduce reduce ->
            reduce.reduction().rows(address(reduce.from()), rows, columns, address(reduce.to()));
        case ClusterLayout.Expand expand -> expand(expand);
      }
    }

    private void run(ClusterLayout.Run run) {
      int[] places = run.places();
      for (int i = 0; i < places.length; i++) {
        at[i] = address(places[i]);
      }
      if (run.isRow()) {
        run.stage().run(at, rows);
      } else if (run.isFlat()) {
        run.stage().run(at, rows * columns);
      } else {
        for (int i = 0; i < rows; i++) {
          run.stage().run(at, columns);
          for (int j = 0; j < places.length; j++) {
            at[j] += layout.place(places[j]).perRow();
          }
        }
      }
    }

    private long address(int index) {
      Place place = layout.place(index);
      return place.isLocal()
          ? memory + place.offset()
          : bases[index] + row * place.perRow() + column * place.perColumn();
    }

    private void expand(ClusterLayout.Expand expand) {
      long to = address(expand.target());
      long bytes = (long) columns << layout.shift();
      if (expand.operand() == null && expand.fill() == null) {
        copyColumns(address(expand.value()), to, bytes);
        return;
      }
      StretchedInput operand = expand.operand();
      long from = address(expand.value());
      for (int i = 0; i < rows; i++) {
        long source = from + (long) i * layout.place(expand.value()).perRow();
        if (operand != null) {
          source = from + (operand.offset(row + i) << layout.shift());
        }
        if (expand.fill() != null) {
          fill(expand.fill(), source, to + i * bytes);
        } else {
          long start = operand != null ? source + (column << layout.shift()) : source;
          copy(start, to + i * bytes, bytes);
        }
      }
    }

    /** Whole vectors: what is behind the row is written next, or not used. */
    private void fill(Stage stage, long from, long to) {
      int lanes = Lanes.BYTES >> layout.shift();
      at[0] = from;
      at[1] = to;
      stage.run(at, Math.ceilDiv(columns, lanes) * lanes);
    }

    /** Repeats the columns for each row: each copy is as long as all before it. */
    private void copyColumns(long from, long to, long bytes) {
      copy(from, to, bytes);
      long all = rows * bytes;
      for (long done = bytes; done < all; done *= 2) {
        copy(to, to + done, Math.min(done, all - done));
      }
    }

    private static void copy(long from, long to, long bytes) {
      MemorySegment.copy(RawMemory.ALL, from, RawMemory.ALL, to, bytes);
    }
  }
}
