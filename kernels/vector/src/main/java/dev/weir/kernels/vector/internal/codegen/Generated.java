package dev.weir.kernels.vector.internal.codegen;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Makes objects of generated classes. */
final class Generated {
  private Generated() {}

  /**
   * The only object of a class of its own.
   *
   * @param file the class, of this package, with a constructor without arguments
   * @param data what its constants are taken from
   */
  static <T> T instance(byte[] file, Object data, Class<T> type) {
    try {
      MethodHandles.Lookup made =
          MethodHandles.lookup().defineHiddenClassWithClassData(file, data, true);
      return type.cast(
          made.findConstructor(made.lookupClass(), MethodType.methodType(void.class)).invoke());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("cannot make an object of a generated class", e);
    }
  }
}
