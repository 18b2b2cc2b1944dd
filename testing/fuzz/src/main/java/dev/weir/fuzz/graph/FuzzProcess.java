package dev.weir.fuzz.graph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The program that runs cases {@code [from, to)} in a process of its own. It notes each case in a
 * file before running it, so that a crash or a hang has a name, and what it finds in another.
 */
public final class FuzzProcess {
  /** The process ended because a case took too long. */
  public static final int HANGS = 3;

  /** How many ways there are to run cases: as usual, and with {@link #VECTORS}. */
  public static final int MODES = 2;

  /**
   * Settings of the second mode: vectors are used before they are compiled, and small work is cut
   * for several threads.
   */
  public static final List<String> VECTORS =
      List.of("-Dweir.vector.forced=true", "-Dweir.vector.grain=1024", "-Dweir.threads=3");

  /**
   * The folder, in that of the process, in which graphs may touch files. Samples make folders for
   * themselves where temporary files go, so {@code java.io.tmpdir} must be this one.
   */
  public static final String FILES = "files";

  private static final int MOST_FINDINGS = 200;
  private static final long LIMIT_NANOS =
      TimeUnit.SECONDS.toNanos(Long.getLong("weir.fuzz.limit", 120L));
  private static final int FRAMES = 12;

  private final Path folder;
  private final MappedByteBuffer current;
  private final Map<String, Integer> findings = new HashMap<>();
  private volatile long started = System.nanoTime();
  private volatile long running;

  private FuzzProcess(Path folder) throws IOException {
    this.folder = folder;
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("current"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      current = file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
    }
  }

  /**
   * Runs cases.
   *
   * @param args the folder for what it notes, the first case, the one after the last, the mode:
   *     only groups of cases whose number is that, modulo {@link #MODES}, are run
   */
  public static void main(String[] args) throws IOException {
    FuzzProcess process = new FuzzProcess(Path.of(args[0]));
    Thread watchdog = new Thread(process::watch, "watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
    process.run(Long.parseLong(args[1]), Long.parseLong(args[2]), Integer.parseInt(args[3]));
    Runtime.getRuntime().halt(0); // threads that kernels left behind are no reason to wait
  }

  private void run(long from, long to, int mode) throws IOException {
    long begin = System.nanoTime();
    long cases = 0;
    try (GraphFuzzer fuzzer = new GraphFuzzer(folder.resolve(FILES))) {
      for (long number = from; number < to; number++) {
        if (modeOf(number) != mode) {
          continue;
        }
        cases++;
        running = number;
        current.putLong(0, number);
        started = System.nanoTime();
        try {
          fuzzer.run(number);
        } catch (GraphFuzzer.Finding e) {
          note(number, fuzzer.about(), e);
        }
      }
      long millis = Math.max(1, (System.nanoTime() - begin) / 1_000_000);
      Files.writeString(
          folder.resolve("summary"),
          String.format(
              Locale.ROOT,
              "%d cases in %d ms: %d values, refusals %s, %d findings%n",
              cases,
              millis,
              fuzzer.values(),
              fuzzer.refusals(),
              findings.size()));
    }
    current.putLong(0, to);
  }

  /** The mode a case is run in. */
  public static int modeOf(long number) {
    return (int) (number / GraphFuzzer.GROUP % MODES);
  }

  private void note(long number, String about, GraphFuzzer.Finding finding) {
    String signature = String.valueOf(finding.getMessage());
    int seen = findings.merge(signature, 1, Integer::sum);
    if (seen > 1 || findings.size() > MOST_FINDINGS) {
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append("case ").append(number).append(": ").append(signature).append("\n  in ");
    text.append(about.replace('\n', ' ')).append('\n');
    Throwable cause = finding.getCause() == null ? finding : finding.getCause();
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    text.append("  ").append(cause).append('\n');
    List.of(cause.getStackTrace()).stream()
        .limit(FRAMES)
        .forEach(frame -> text.append("    ").append(frame).append('\n'));
    append("findings", text.toString());
  }

  private synchronized void append(String file, String text) {
    try {
      Files.writeString(
          folder.resolve(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the process when a case takes too long. */
  private void watch() {
    while (true) {
      try {
        TimeUnit.SECONDS.sleep(1);
      } catch (InterruptedException e) {
        return;
      }
      if (System.nanoTime() - started > LIMIT_NANOS) {
        StringBuilder text = new StringBuilder("case " + running + " takes too long\n");
        Thread.getAllStackTraces()
            .forEach(
                (thread, frames) -> {
                  text.append("  ").append(thread.getName()).append('\n');
                  List.of(frames).stream()
                      .limit(FRAMES)
                      .forEach(frame -> text.append("    ").append(frame).append('\n'));
                });
        append("findings", text.toString());
        Runtime.getRuntime().halt(HANGS);
      }
    }
  }
}
