package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteStatus;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GetCode;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_Message;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewStatus;

import dev.weir.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import org.tensorflow.internal.c_api.TF_Status;

/** TensorFlow's verdict on the calls it is passed to. */
final class NativeStatus implements AutoCloseable {
  private static final int OK = 0;

  private final TF_Status status = TF_NewStatus();

  TF_Status handle() {
    return status;
  }

  /** Throws if the last call was refused. */
  void check(OracleRefusal.Phase phase) {
    int number = TF_GetCode(status);
    if (number != OK) {
      String message = TF_Message(status).getString(StandardCharsets.UTF_8);
      throw new OracleRefusal(phase, codeOf(number), message);
    }
  }

  static ErrorCode codeOf(int number) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.number() == number) {
        return code;
      }
    }
    return ErrorCode.UNKNOWN;
  }

  @Override
  public void close() {
    TF_DeleteStatus(status);
  }
}
