package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllowedCpusTest {

  @TempDir private Path proc;
  @TempDir private Path groups;
  private AllowedCpus allowed;

  @BeforeEach
  void process() throws IOException {
    allowed = new AllowedCpus(proc, groups);
    write(proc, "7/status", "Name:\ttool\nCpus_allowed:\tff\nCpus_allowed_list:\t0-3,6\n");
    write(proc, "7/cgroup", "0::/shop/load\n");
    write(proc, "7/environ", "PATH=/bin\0HOME=/\0");
  }

  @Test
  void theAffinityAllowsItsCpus() {
    assertThat(allowed.of(7).cpus()).isEqualTo(5);
  }

  @Test
  void aQuotaOfTheGroupOrOfOneAroundItAllowsFewer() throws IOException {
    write(groups, "shop/load/cpu.max", "max 100000\n");
    assertThat(allowed.of(7).cpus()).isEqualTo(5);
    write(groups, "shop/cpu.max", "150000 100000\n");
    assertThat(allowed.of(7).cpus()).isEqualTo(1.5);
    write(groups, "shop/load/cpu.max", "50000 100000\n");
    assertThat(allowed.of(7).cpus()).isEqualTo(0.5);
  }

  @Test
  void readsQuotasOfVersionOne() throws IOException {
    write(proc, "7/cgroup", "4:memory:/a\n3:cpuacct,cpu:/docker/ab12\n0::/\n");
    write(groups, "cpu/docker/ab12/cpu.cfs_quota_us", "-1\n");
    write(groups, "cpu/docker/ab12/cpu.cfs_period_us", "100000\n");
    assertThat(allowed.of(7).cpus()).isEqualTo(5);
    write(groups, "cpu/docker/ab12/cpu.cfs_quota_us", "200000\n");
    assertThat(allowed.of(7).cpus()).isEqualTo(2);
  }

  @Test
  void aProgramInGoMayUseFewer() throws IOException {
    write(proc, "7/environ", "PATH=/bin\0GOMAXPROCS=1\0");
    assertThat(allowed.of(7).cpus()).isEqualTo(1);
  }

  @Test
  void withoutThatAllCpusAreAllowed() {
    assertThat(allowed.of(8).cpus()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(AllowedCpus.ofSelf()).isPositive();
  }

  private static void write(Path root, String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
