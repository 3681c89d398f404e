package io.perfline.core.git;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommitIdTest {

  @Test
  void showsAtMostTenDigits() {
    assertThat(CommitId.shortened("0123456789abcdef0123456789abcdef01234567"))
        .isEqualTo("0123456789");
    assertThat(CommitId.shortened("unknown")).isEqualTo("unknown");
    assertThat(CommitId.shortened(null)).isNull();
  }

  @Test
  void namesACommitOnce() {
    String commit = "4f2a".repeat(10);

    assertThat(CommitId.named("main~1", commit)).isEqualTo("main~1 (4f2a4f2a4f)");
    assertThat(CommitId.named("main~1", null)).isEqualTo("main~1");
    assertThat(CommitId.named(commit, commit)).isEqualTo("4f2a4f2a4f");
    assertThat(CommitId.named("4f2a4f2a4f", commit)).isEqualTo("4f2a4f2a4f");
  }
}
