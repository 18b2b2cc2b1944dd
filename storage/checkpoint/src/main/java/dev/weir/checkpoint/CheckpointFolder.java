package dev.weir.checkpoint;

import com.google.protobuf.TextFormat;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.schema.CheckpointState;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder of checkpoints and the file {@code checkpoint} in it, which says in which order they
 * were made and which is the latest.
 */
public final class CheckpointFolder {
  private static final String STATE = "checkpoint";
  private static final Pattern STEP = Pattern.compile("-(\\d{1,18})$");
  private static final long NO_STEP = -1;

  /** The time of a checkpoint that is announced: it is about to be published, or was just now. */
  private static final double ANNOUNCED = -1;

  /** Far more than paths of checkpoints need. */
  private static final long LARGEST_STATE = 1 << 26;

  private final Path folder;
  private final Disk disk;

  /** The folder of this name; it need not exist. */
  public CheckpointFolder(Path folder) {
    this(folder, new Disk());
  }

  CheckpointFolder(Path folder, Disk disk) {
    this.folder = folder;
    this.disk = disk;
  }

  /** A checkpoint that the state file names. */
  public record Kept(Path prefix, Instant saved) {}

  /**
   * What the state file names, oldest first, the latest last. Empty if there is no such file. One
   * that was announced is the latest if it is there: then its save was interrupted after it became
   * visible and before the state file was written.
   */
  public List<Kept> kept() {
    CheckpointState state = read();
    List<Kept> kept = new ArrayList<>();
    List<Kept> announced = new ArrayList<>();
    for (int i = 0; i < state.getAllModelCheckpointPathsCount(); i++) {
      double seconds =
          i < state.getAllModelCheckpointTimestampsCount()
              ? state.getAllModelCheckpointTimestamps(i)
              : 0;
      Path prefix = folder.resolve(state.getAllModelCheckpointPaths(i));
      if (seconds == ANNOUNCED) {
        published(prefix).ifPresent(announced::add);
      } else {
        kept.add(new Kept(prefix, Instant.ofEpochMilli(Math.round(seconds * 1000))));
      }
    }
    Path latest = folder.resolve(state.getModelCheckpointPath());
    if (!state.getModelCheckpointPath().isEmpty()
        && (kept.isEmpty() || !kept.getLast().prefix().equals(latest))) {
      kept.removeIf(each -> each.prefix().equals(latest));
      kept.add(new Kept(latest, Instant.EPOCH));
    }
    kept.addAll(announced);
    return kept;
  }

  private static Optional<Kept> published(Path prefix) {
    try {
      Instant saved = Files.getLastModifiedTime(FileNames.index(prefix)).toInstant();
      return Optional.of(new Kept(prefix, saved));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw WeirException.ofIo("looking for " + prefix, e);
    }
  }

  /** When the last one was made that is kept for good. */
  public Instant lastPreserved() {
    return Instant.ofEpochMilli(Math.round(read().getLastPreservedTimestamp() * 1000));
  }

  /** The latest checkpoint that is there; whether it is undamaged is not looked at. */
  public Optional<Path> latest() {
    return kept().reversed().stream().map(Kept::prefix).filter(Checkpoints::exists).findFirst();
  }

  /** Replaces the state file at once. The last of the list becomes the latest. */
  public void write(List<Kept> kept, Instant lastPreserved) {
    write(kept, lastPreserved, Gate.OPEN);
  }

  /** Replaces the state file at once, if a gate lets it. */
  void write(List<Kept> kept, Instant lastPreserved, Gate gate) {
    write(kept, null, lastPreserved, gate);
  }

  /**
   * Says which checkpoint is published next. To be called before: should that be interrupted after
   * the checkpoint is there, it is found. Readers of the format still see the one before.
   */
  void announce(Path prefix, Gate gate) {
    List<Kept> kept = kept();
    if (kept.stream().noneMatch(each -> each.prefix().equals(prefix))) {
      write(kept, prefix, lastPreserved(), gate);
    }
  }

  private void write(List<Kept> kept, @Nullable Path announced, Instant lastPreserved, Gate gate) {
    CheckpointState.Builder state = CheckpointState.newBuilder();
    for (Kept each : kept) {
      state.addAllModelCheckpointPaths(name(each.prefix()));
      state.addAllModelCheckpointTimestamps(each.saved().toEpochMilli() / 1e3);
    }
    if (!kept.isEmpty()) {
      state.setModelCheckpointPath(name(kept.getLast().prefix()));
    }
    if (announced != null) {
      state.addAllModelCheckpointPaths(name(announced));
      state.addAllModelCheckpointTimestamps(ANNOUNCED);
    }
    state.setLastPreservedTimestamp(lastPreserved.toEpochMilli() / 1e3);
    String text = TextFormat.printer().escapingNonAscii(false).printToString(state);
    Path file = folder.resolve(STATE);
    new Publication(disk, file, gate).publishText(file, text);
  }

  /** Relative where it is in the folder, so that the folder can be moved. */
  private String name(Path prefix) {
    Path here = folder.toAbsolutePath().normalize();
    Path there = prefix.toAbsolutePath().normalize();
    return there.startsWith(here) ? here.relativize(there).toString() : there.toString();
  }

  private CheckpointState read() {
    Path file = folder.resolve(STATE);
    CheckpointState.Builder state = CheckpointState.newBuilder();
    try {
      if (Files.size(file) > LARGEST_STATE) {
        throw WeirException.dataLoss("%s is too large for the state of a folder", file);
      }
      TextFormat.Parser.newBuilder()
          .setAllowUnknownFields(true)
          .build()
          .merge(Files.readString(file), state);
      return state.build();
    } catch (NoSuchFileException e) {
      return state.build();
    } catch (TextFormat.ParseException e) {
      throw new WeirException(
          ErrorCode.DATA_LOSS,
          file
              + " is damaged: line "
              + e.getLine()
              + ": "
              + e.getMessage()
              + "; delete it to have the checkpoints of the folder found by their files",
          e);
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  /**
   * The prefixes of all checkpoints in the folder, by the steps that their names end with: times
   * change when files are copied. Those without a step come first, by the time of their index.
   */
  public List<Path> all() {
    record Found(Path prefix, long step, Instant saved) {}
    List<Found> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + FileNames.INDEX)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        String prefix = name.substring(0, name.length() - FileNames.INDEX.length());
        if (!prefix.isEmpty()) {
          Instant saved = Files.getLastModifiedTime(file).toInstant();
          found.add(new Found(folder.resolve(prefix), step(prefix), saved));
        }
      }
    } catch (NoSuchFileException e) {
      throw new WeirException(ErrorCode.NOT_FOUND, "there is no folder " + folder, e);
    } catch (IOException e) {
      throw WeirException.ofIo("listing " + folder, e);
    }
    found.sort(
        Comparator.comparingLong(Found::step)
            .thenComparing(Found::saved)
            .thenComparing(Found::prefix));
    return found.stream().map(Found::prefix).toList();
  }

  private static long step(String name) {
    Matcher matcher = STEP.matcher(name);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : NO_STEP;
  }
}
