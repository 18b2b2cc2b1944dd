package dev.weir.records;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;

/** How a file of records is packed, as a whole. */
public enum Compression {
  NONE,
  GZIP,
  ZLIB;

  InputStream unpacking(InputStream in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new GZIPInputStream(in);
      case ZLIB -> new InflaterInputStream(in);
    };
  }

  OutputStream packing(OutputStream out) throws IOException {
    return switch (this) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, true);
      case ZLIB -> new DeflaterOutputStream(out, true);
    };
  }
}
