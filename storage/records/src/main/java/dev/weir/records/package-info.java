/**
 * Files of records: TFRecord framing with its checksums, and event files that TensorBoard reads.
 *
 * <p>Entry points: {@link dev.weir.records.RecordReader} and {@link dev.weir.records.RecordWriter}
 * for records, {@link dev.weir.records.EventWriter} and {@link dev.weir.records.EventReader} for
 * events. {@link dev.weir.records.Crc32c} is the checksum of all of TensorFlow's files. Nothing
 * here runs graphs.
 */
@NullMarked
package dev.weir.records;

import org.jspecify.annotations.NullMarked;
