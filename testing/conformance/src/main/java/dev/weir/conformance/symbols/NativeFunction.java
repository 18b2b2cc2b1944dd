package dev.weir.conformance.symbols;

import dev.weir.error.WeirException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** A function of TensorFlow's library by the name it has there. The library must be loaded. */
final class NativeFunction {
  private final String symbol;
  private final MethodHandle handle;

  NativeFunction(String symbol, FunctionDescriptor descriptor) {
    this.symbol = symbol;
    Linker linker = Linker.nativeLinker();
    MemorySegment address =
        SymbolLookup.loaderLookup()
            .or(linker.defaultLookup())
            .find(symbol)
            .orElseThrow(
                () ->
                    WeirException.unimplemented(
                        "this build of TensorFlow does not export %s", symbol));
    handle = linker.downcallHandle(address, descriptor);
  }

  /** Calls it; what it returns is boxed. */
  Object call(Object... arguments) {
    try {
      return handle.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the call of " + symbol + " failed", e);
    }
  }
}
