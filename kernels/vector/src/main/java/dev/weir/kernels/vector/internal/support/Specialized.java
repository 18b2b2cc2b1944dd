package dev.weir.kernels.vector.internal.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Copies of a loop, each with its own operation or element type.
 *
 * <p>A loop that takes its operation as an argument is compiled once; as soon as it has seen three
 * operations C2 stops inlining them, and each vector is boxed for a virtual call (about a hundred
 * times slower). Here every operation gets a copy of the loop's class, a hidden class in which the
 * operation is a {@code static final} constant. C2 always inlines calls of constants, each copy has
 * a profile of its own, and one source serves all.
 *
 * <p>The template must be a top-level class with a no-argument constructor and without lambdas, and
 * takes its operation from {@link #operation}.
 */
public final class Specialized {
  private Specialized() {}

  /**
   * Returns an instance of a fresh copy of {@code template} bound to {@code operation}.
   *
   * @param caller of a class in the template's package
   */
  public static <T> T copy(
      MethodHandles.Lookup caller, Class<? extends T> template, Class<T> type, Object operation) {
    try (InputStream in = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      if (in == null) {
        throw new IllegalStateException("class file of " + template.getName() + " is missing");
      }
      MethodHandles.Lookup copy =
          caller.defineHiddenClassWithClassData(in.readAllBytes(), operation, true);
      return type.cast(
          copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class)).invoke());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("cannot specialize " + template.getName(), e);
    }
  }

  /** The operation of the copy whose lookup this is; for its static initializer. */
  public static <T> T operation(MethodHandles.Lookup caller, Class<T> type) {
    try {
      return MethodHandles.classData(caller, ConstantDescs.DEFAULT_NAME, type);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
