package dev.weir.simulation;

import dev.weir.tensor.memory.Allocator;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a real transport writes and reads a kind of message.
 *
 * @param encode gives a message's bytes; its tensors stay the caller's
 * @param decode makes a message of bytes, with tensors in somebody's memory
 */
public record Codec<T extends @Nullable Object>(
    Function<T, byte[]> encode, BiFunction<byte[], Allocator, T> decode) {}
