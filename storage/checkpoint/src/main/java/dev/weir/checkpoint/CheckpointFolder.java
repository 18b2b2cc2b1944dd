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

/**
 * A folder of checkpoints and the file {@code checkpoint} in it, which says in which order they
 * were made and which is the latest.
 */
public final class CheckpointFolder {
  private static final String STATE = "checkpoint";

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

  /** What the state file names, oldest first, the latest last. Empty if there is no such file. */
  public List<Kept> kept() {
    CheckpointState state = read();
    List<Kept> kept = new ArrayList<>();
    for (int i = 0; i < state.getAllModelCheckpointPathsCount(); i++) {
      double seconds =
          i < state.getAllModelCheckpointTimestampsCount()
              ? state.getAllModelCheckpointTimestamps(i)
              : 0;
      Path prefix = folder.resolve(state.getAllModelCheckpointPaths(i));
      kept.add(new Kept(prefix, Instant.ofEpochMilli(Math.round(seconds * 1000))));
    }
    Path latest = folder.resolve(state.getModelCheckpointPath());
    if (!state.getModelCheckpointPath().isEmpty()
        && (kept.isEmpty() || !kept.getLast().prefix().equals(latest))) {
      kept.removeIf(each -> each.prefix().equals(latest));
      kept.add(new Kept(latest, Instant.EPOCH));
    }
    return kept;
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
    CheckpointState.Builder state = CheckpointState.newBuilder();
    for (Kept each : kept) {
      state.addAllModelCheckpointPaths(name(each.prefix()));
      state.addAllModelCheckpointTimestamps(each.saved().toEpochMilli() / 1e3);
    }
    if (!kept.isEmpty()) {
      state.setModelCheckpointPath(name(kept.getLast().prefix()));
    }
    state.setLastPreservedTimestamp(lastPreserved.toEpochMilli() / 1e3);
    String text = TextFormat.printer().escapingNonAscii(false).printToString(state);
    Path file = folder.resolve(STATE);
    new Publication(disk, file).publishText(file, text);
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

  /** The prefixes of all checkpoints in the folder, by the time of their index, oldest first. */
  public List<Path> all() {
    record Found(Path prefix, Instant saved) {}
    List<Found> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + FileNames.INDEX)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        String prefix = name.substring(0, name.length() - FileNames.INDEX.length());
        if (!prefix.isEmpty()) {
          Instant saved = Files.getLastModifiedTime(file).toInstant();
          found.add(new Found(folder.resolve(prefix), saved));
        }
      }
    } catch (NoSuchFileException e) {
      throw new WeirException(ErrorCode.NOT_FOUND, "there is no folder " + folder, e);
    } catch (IOException e) {
      throw WeirException.ofIo("listing " + folder, e);
    }
    found.sort(Comparator.comparing(Found::saved).thenComparing(Found::prefix));
    return found.stream().map(Found::prefix).toList();
  }
}
