package dev.weir.kernels.vector.internal.gemm;

/**
 * The outer loops of a matrix product {@code C = A B}, after Goto and van de Geijn.
 *
 * <p>A micro-kernel computes a tile of {@link TileLoop#ROWS} rows by two vectors of C in registers,
 * over {@code depth} steps of the inner dimension. The sizes of blocks keep its operands in the
 * caches:
 *
 * <ol>
 *   <li>{@code depth} (at most {@link #MAX_DEPTH}) is such that a panel of B, two vectors wide,
 *       takes three quarters of a 32 KB first-level cache and stays there while rows of A pass by;
 *   <li>{@code cachedRows} rows of A, that deep, take {@link #CACHED_BYTES}, less than half of a
 *       512 KB second-level cache, and stay there while all panels of B pass by;
 *   <li>{@link #MAX_ROWS} rows and {@link #MAX_COLUMNS} columns are packed at a time, which bounds
 *       the memory for packing ({@code (MAX_ROWS + MAX_COLUMNS) * MAX_DEPTH} elements).
 * </ol>
 *
 * <p>Both operands are copied into one heap array: C2 then addresses with {@code int}, hoists every
 * range check and does not unroll the inner loop into spills, which costs up to two thirds of the
 * speed when the same loop reads memory off the heap. Transposition happens in the copy. Packing
 * and computing are two rounds of tasks; within a round tasks share nothing they write, and the
 * result does not depend on how they are cut.
 *
 * @param <P> the panel, an array of the type
 */
final class BlockedGemm<P> {
  private static final int TILE_ROWS = TileLoop.ROWS;
  private static final int MAX_DEPTH = 384;
  private static final int CACHED_BYTES = 192 << 10;
  private static final int MAX_ROWS = 4096;
  private static final int MAX_COLUMNS = 4096;

  /**
   * Below this many multiply-adds, some 25 microseconds of them, a second thread costs more to wake
   * than it saves.
   */
  private static final long PARALLEL_WORK = 1L << 20;

  /** Tasks per thread, so that others can take over the work of a late thread. */
  private static final int TASKS_PER_THREAD = 4;

  /** Rows or columns packed by one task; whole panels for all vector lengths. */
  private static final int PACK_ROWS = 64;

  private final PanelPool<P> pool;
  private final PackLoop<P> packing;
  private final TileLoop<P> tiles;
  private final int tileColumns;
  private final int cachedRows;

  BlockedGemm(GemmElement<?, P> element, PackLoop<P> packing) {
    this.pool = new PanelPool<>(element);
    this.packing = packing;
    this.tiles = TileLoop.of(element);
    this.tileColumns = 2 * element.lanes();
    this.cachedRows = CACHED_BYTES / (MAX_DEPTH * element.bytes());
  }

  /**
   * The part of a product that is packed at one time.
   *
   * @param accumulate whether C holds the sum over smaller inner indices already, or what to add to
   */
  record Block(
      int row, int rows, int column, int columns, int inner, int depth, boolean accumulate) {
    static Block of(
        int m,
        int n,
        int k,
        int row,
        int rows,
        int column,
        int columns,
        int inner,
        int depth,
        boolean adds) {
      return new Block(
          row,
          Math.min(rows, m - row),
          column,
          Math.min(columns, n - column),
          inner,
          Math.min(depth, k - inner),
          adds || inner > 0);
    }
  }

  /** A rectangle of a block, in rows and columns relative to it. */
  record Area(int firstRow, int lastRow, int firstColumn, int lastColumn) {}

  void multiply(
      int m,
      int n,
      int k,
      GemmMatrix a,
      GemmMatrix b,
      GemmMatrix c,
      boolean adds,
      GemmTasks parallel) {
    if ((long) m * n * k < PARALLEL_WORK || parallel.parallelism() == 1) {
      multiplySerially(m, n, k, a, b, c, adds);
    } else if (Math.min(m, n) <= cachedRows) {
      multiplySlices(m, n, k, a, b, c, adds, parallel);
    } else {
      multiplyTogether(m, n, k, a, b, c, adds, parallel);
    }
  }

  /** One thread: each strip of B is packed just before its first use, while A waits in cache. */
  private void multiplySerially(
      int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, boolean adds) {
    int depth = evenPart(k, MAX_DEPTH, 1);
    int rows = evenPart(m, cachedRows, TILE_ROWS);
    // With one block of rows a packed column is used once: keep the buffer small and warm.
    int columns = evenPart(n, m <= rows ? cachedRows : MAX_COLUMNS, tileColumns);
    int columnsAt = rows * depth;
    P packed = pool.take(columnsAt + columns * depth);
    for (int column = 0; column < n; column += columns) {
      for (int inner = 0; inner < k; inner += depth) {
        for (int row = 0; row < m; row += rows) {
          Block block = Block.of(m, n, k, row, rows, column, columns, inner, depth, adds);
          packing.packRows(a, block, 0, block.rows, packed, 0);
          int strip = stripColumns(depth);
          for (int first = 0; first < block.columns; first += strip) {
            int last = Math.min(block.columns, first + strip);
            if (row == 0) {
              packing.packColumns(b, block, first, last, packed, columnsAt);
            }
            tiles.compute(packed, columnsAt, block, new Area(0, block.rows, first, last), c);
          }
        }
      }
    }
    pool.give(packed);
  }

  /** A narrow product: its long side is cut, and each task packs the short operand for itself. */
  private void multiplySlices(
      int m,
      int n,
      int k,
      GemmMatrix a,
      GemmMatrix b,
      GemmMatrix c,
      boolean adds,
      GemmTasks parallel) {
    int wanted = TASKS_PER_THREAD * parallel.parallelism();
    if (m < n) {
      int slice = roundUp(Math.max(ceilDiv(n, wanted), 2 * tileColumns), tileColumns);
      parallel.run(
          ceilDiv(n, slice),
          task -> {
            int first = task * slice;
            GemmMatrix right = c.from(0, first);
            multiplySerially(m, Math.min(slice, n - first), k, a, b.from(0, first), right, adds);
          });
    } else {
      int slice = roundUp(Math.max(ceilDiv(m, wanted), 8 * TILE_ROWS), TILE_ROWS);
      parallel.run(
          ceilDiv(m, slice),
          task -> {
            int first = task * slice;
            GemmMatrix below = c.from(first, 0);
            multiplySerially(Math.min(slice, m - first), n, k, a.from(first, 0), b, below, adds);
          });
    }
  }

  /** A large product: all threads pack, then all compute from what is packed. */
  private void multiplyTogether(
      int m,
      int n,
      int k,
      GemmMatrix a,
      GemmMatrix b,
      GemmMatrix c,
      boolean adds,
      GemmTasks parallel) {
    int depth = evenPart(k, MAX_DEPTH, 1);
    int rows = evenPart(m, MAX_ROWS, TILE_ROWS);
    int columns = evenPart(n, MAX_COLUMNS, tileColumns);
    int columnsAt = rows * depth;
    P packed = pool.take(columnsAt + columns * depth);
    for (int column = 0; column < n; column += columns) {
      for (int inner = 0; inner < k; inner += depth) {
        for (int row = 0; row < m; row += rows) {
          Block block = Block.of(m, n, k, row, rows, column, columns, inner, depth, adds);
          pack(a, b, block, packed, columnsAt, parallel);
          compute(packed, block, columnsAt, c, parallel);
        }
      }
    }
    pool.give(packed);
  }

  /** Columns of B, whole panels, that fill the first-level cache as a full-depth panel does. */
  private int stripColumns(int depth) {
    return tileColumns * Math.max(1, MAX_DEPTH / depth);
  }

  private void pack(
      GemmMatrix a, GemmMatrix b, Block block, P packed, int columnsAt, GemmTasks parallel) {
    int rowTasks = ceilDiv(block.rows, PACK_ROWS);
    int columnTasks = block.row == 0 ? ceilDiv(block.columns, PACK_ROWS) : 0;
    parallel.run(
        rowTasks + columnTasks,
        task -> {
          if (task < rowTasks) {
            int first = task * PACK_ROWS;
            packing.packRows(a, block, first, Math.min(block.rows, first + PACK_ROWS), packed, 0);
          } else {
            int first = (task - rowTasks) * PACK_ROWS;
            int last = Math.min(block.columns, first + PACK_ROWS);
            packing.packColumns(b, block, first, last, packed, columnsAt);
          }
        });
  }

  private void compute(P packed, Block block, int columnsAt, GemmMatrix c, GemmTasks parallel) {
    int wanted = TASKS_PER_THREAD * parallel.parallelism();
    int rows = evenPart(block.rows, cachedRows, TILE_ROWS);
    int down = ceilDiv(block.rows, rows);
    int columns =
        evenPart(block.columns, ceilDiv(block.columns, ceilDiv(wanted, down)), tileColumns);
    int across = ceilDiv(block.columns, columns);
    parallel.run(
        down * across,
        task -> {
          int row = task / across * rows;
          int column = task % across * columns;
          int lastRow = Math.min(block.rows, row + rows);
          int lastColumn = Math.min(block.columns, column + columns);
          int strip = stripColumns(block.depth);
          for (int first = column; first < lastColumn; first += strip) {
            int last = Math.min(lastColumn, first + strip);
            tiles.compute(packed, columnsAt, block, new Area(row, lastRow, first, last), c);
          }
        });
  }

  /** Cuts {@code size} in parts of at most {@code limit}, all about equal and whole steps. */
  private static int evenPart(int size, int limit, int step) {
    int parts = ceilDiv(size, limit);
    return roundUp(ceilDiv(size, parts), step);
  }

  private static int ceilDiv(int size, int part) {
    return Math.ceilDiv(size, part);
  }

  private static int roundUp(int size, int step) {
    return Math.ceilDiv(size, step) * step;
  }
}
