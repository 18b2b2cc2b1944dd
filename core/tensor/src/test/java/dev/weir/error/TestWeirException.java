package dev.weir.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

final class TestWeirException {
  @Test
  void codesHaveTensorFlowsNumbers() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(code.number()).isEqualTo(code.ordinal() + 1);
    }
    assertThat(ErrorCode.RESOURCE_EXHAUSTED.number()).isEqualTo(8);
    assertThat(ErrorCode.RESOURCE_EXHAUSTED.blame()).isEqualTo(ErrorCode.Blame.RESOURCE);
  }

  @Test
  void factoriesFormatTheirValues() {
    assertThat(WeirException.invalidArgument("%d vs %d", 1, 2))
        .hasMessage("1 vs 2")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(WeirException.internal("100%")).hasMessage("100%");
  }

  @Test
  void messageIsRenderedFromTheFields() {
    WeirException error =
        WeirException.invalidArgument("inner dimensions must agree: %d vs %d", 784, 785)
            .withNode("MatMul", "layer1/product", "Mnist.java:41")
            .withTask("/job:worker/replica:0/task:1")
            .within("step 7")
            .within("training");
    assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(error.rule()).isEqualTo("inner dimensions must agree: 784 vs 785");
    assertThat(error.op()).isEqualTo("MatMul");
    assertThat(error.node()).isEqualTo("layer1/product");
    assertThat(error.builtAt()).isEqualTo("Mnist.java:41");
    assertThat(error.task()).isEqualTo("/job:worker/replica:0/task:1");
    assertThat(error)
        .hasMessage(
            "training: step 7: From /job:worker/replica:0/task:1:\n"
                + "[MatMul \"layer1/product\"] inner dimensions must agree: 784 vs 785\n"
                + "  built at Mnist.java:41");
  }

  @Test
  void firstNodeLineAndTaskStay() {
    WeirException inner =
        WeirException.internal("lost").withNode("Neg", "inner", null).withTask("first");
    WeirException outer = inner.withNode("Call", "outer", "Main.java:1").withTask("second");
    assertThat(outer).hasMessage("From first:\n[Neg \"inner\"] lost");
    assertThat(outer.withBuiltAt("A.java:1").withBuiltAt("B.java:2").builtAt())
        .isEqualTo("A.java:1");
    assertThat(WeirException.internal("no node").withBuiltAt("A.java:1").builtAt()).isNull();
  }

  @Test
  void copiesKeepCauseStackTraceAndSuppressed() {
    IOException cause = new IOException("disk");
    WeirException error = new WeirException(ErrorCode.UNKNOWN, "read failed", cause);
    error.addSuppressed(new IllegalStateException("while closing"));
    WeirException copy = error.withNode("ReadFile", "read", null).withCode(ErrorCode.INTERNAL);
    assertThat(copy.code()).isEqualTo(ErrorCode.INTERNAL);
    assertThat(copy.rule()).isEqualTo("read failed");
    assertThat(copy.getCause()).isSameAs(cause);
    assertThat(copy.getStackTrace()).isEqualTo(error.getStackTrace());
    assertThat(copy.getSuppressed()).containsExactly(error.getSuppressed());
    assertThat(copy.rethrown()).hasMessage(copy.getMessage()).hasCause(copy);
  }

  @Test
  void summaryIsOneLine() {
    WeirException error =
        WeirException.internal("no device")
            .withAdvice("ask for /device:CPU:0")
            .withNode("Neg", "n", "A.java:1")
            .withTask("/job:ps/replica:0/task:0");
    assertThat(error.summary()).isEqualTo("From /job:ps/replica:0/task:0: [Neg \"n\"] no device");
    assertThat(error)
        .hasMessageEndingWith("no device\n  ask for /device:CPU:0\n  built at A.java:1");
  }

  @Test
  void linesAndOpsBelongToNodes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Origin("", null, null, null, "A.java:1"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Origin("", null, "Neg", null, null));
  }

  @Test
  void inputAndOutputErrorsGetACode() {
    assertThat(WeirException.ofIo("reading a", new NoSuchFileException("a")))
        .hasMessage("reading a failed: there is no such file")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(WeirException.ofIo("reading a", new AccessDeniedException("a")).code())
        .isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(WeirException.ofIo("reading a", new FileAlreadyExistsException("a")).code())
        .isEqualTo(ErrorCode.ALREADY_EXISTS);
    assertThat(WeirException.ofIo("writing a", new IOException("No space left on device")))
        .hasMessageContaining("writing a failed: the disk is full: make room")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(WeirException.ofIo("writing a", new IOException("File too large")))
        .hasMessageContaining("writing a failed: the disk is full: make room")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(WeirException.ofIo("reading a", new IOException("a: Too many open files")))
        .hasMessageContaining("reading a failed: the process has no file descriptors left")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(WeirException.ofIo("reading a", new IOException("disk on fire")))
        .hasMessage("reading a failed: java.io.IOException: disk on fire")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.UNAVAILABLE);
  }
}
