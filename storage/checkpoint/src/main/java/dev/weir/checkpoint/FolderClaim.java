package dev.weir.checkpoint;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which process may write the checkpoints of a series: a file beside them with a number and an
 * owner. The number is a fencing token: it only grows, and a process that finds another claim than
 * its own must not write any more. Not thread-safe.
 */
final class FolderClaim {
  /** This process. A process that is started again is another owner. */
  private static final String PROCESS = ProcessHandle.current().pid() + "-" + UUID.randomUUID();

  /** What saves carry that belong to no claim. */
  static final long NO_NUMBER = 0;

  private static final int LONGEST_LINE = 200;

  /** What the file says. */
  private record Claim(long number, String owner) {
    static final Claim NONE = new Claim(NO_NUMBER, "");

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%d %s%n", number, owner);
    }
  }

  private final Path file;
  private final Disk disk;
  private @Nullable Claim own;

  FolderClaim(Path file, Disk disk) {
    this.file = file;
    this.disk = disk;
  }

  /** The number of the claim that holds now; 0 if there never was one. */
  long current() {
    return read().number;
  }

  /** Whether this process holds the series with a claim of this number. */
  boolean isHeldWith(long number) {
    return read().equals(new Claim(number, PROCESS));
  }

  /** Takes the series over; fails with {@code ABORTED} if a later claim holds. */
  void take(long number) {
    Claim now = read();
    checkNotBefore(now, number);
    Claim taken = new Claim(number, PROCESS);
    if (!taken.equals(now)) {
      new Publication(disk, file, new NoLaterClaim(number)).publishText(file, taken.toString());
    }
    own = taken;
  }

  private void checkNotBefore(Claim now, long number) {
    if (number < now.number) {
      throw new WeirException(
          ErrorCode.ABORTED,
          String.format(
              Locale.ROOT,
              "claim %d on %s is refused: claim %d of process %s is later",
              number,
              file,
              now.number,
              now.owner));
    }
  }

  /** Looks once more before a claim replaces another, where there are no locks. */
  private final class NoLaterClaim implements Gate {
    private final long number;

    NoLaterClaim(long number) {
      this.number = number;
    }

    @Override
    public void let(Passage passage) throws IOException {
      check();
      passage.pass();
    }

    @Override
    public void check() {
      checkNotBefore(read(), number);
    }
  }

  /**
   * Fails with {@code ABORTED} unless this process may write what belongs to a claim: if it holds
   * the series with this number. A number that is larger than that of the claim takes the series.
   *
   * <p>What belongs to {@link #NO_NUMBER} may be written until another claim than the last of this
   * object holds; the first such call takes the series, with the number that holds.
   */
  void check(long number) {
    Claim now = read();
    if (number > now.number) {
      take(number);
      return;
    }
    if (number == NO_NUMBER && own == null) {
      take(now.number);
      return;
    }
    Claim mine = number == NO_NUMBER && own != null ? own : new Claim(number, PROCESS);
    if (!mine.equals(now)) {
      throw new WeirException(
          ErrorCode.ABORTED,
          String.format(
              Locale.ROOT,
              "the checkpoints beside %s belong to process %s since its claim %d; this process"
                  + " (%s, claim %d) must not write there any more",
              file,
              now.owner,
              now.number,
              mine.owner,
              mine.number));
    }
  }

  private Claim read() {
    try {
      if (Files.size(file) > LONGEST_LINE) {
        throw damaged(null);
      }
      String[] parts = Files.readString(file).strip().split(" ", 2);
      return new Claim(Long.parseLong(parts[0]), parts.length > 1 ? parts[1] : "");
    } catch (NoSuchFileException e) {
      return Claim.NONE;
    } catch (NumberFormatException e) {
      throw damaged(e);
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  private WeirException damaged(@Nullable Exception cause) {
    return new WeirException(
        ErrorCode.DATA_LOSS,
        file + " is damaged; delete it if no process writes checkpoints there",
        cause);
  }
}
