/**
 * Fuzzing of everything that reads bytes from outside: files, feeds and messages.
 *
 * <p>A {@link dev.weir.fuzz.parse.ParserTarget} feeds bytes to one parser through the entry point
 * that programs use. {@link dev.weir.fuzz.parse.ParserCheck} holds every outcome to one rule: a
 * value or a {@code WeirException}, in bounded time and memory. The ordinary build replays the kept
 * inputs and runs a short seeded mutation; the thorough profile runs Jazzer on each target, guided
 * by coverage, in a JVM of its own.
 */
@NullMarked
package dev.weir.fuzz.parse;

import org.jspecify.annotations.NullMarked;
