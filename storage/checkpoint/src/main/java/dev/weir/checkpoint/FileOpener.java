package dev.weir.checkpoint;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/** How the files of a checkpoint are opened for reading: it may refuse some. */
@FunctionalInterface
public interface FileOpener {
  /** Opens a file for reading. */
  SeekableByteChannel open(Path file) throws IOException;
}
