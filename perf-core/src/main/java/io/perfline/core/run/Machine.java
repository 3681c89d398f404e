package io.perfline.core.run;

import io.perfline.core.file.Sha256;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OperatingSystem;

/** The machine of the load generator. */
public final class Machine {

  private static final int DIGITS = 12;
  private static final long MEMORY_STEP = 1L << 28;

  private Machine() {}

  /**
   * Returns a description of this machine.
   *
   * @param name the name of the environment in the environment file
   */
  public static RunEnvironment fingerprint(String name) {
    SystemInfo system = new SystemInfo();
    HardwareAbstractionLayer hardware = system.getHardware();
    OperatingSystem os = system.getOperatingSystem();
    String cpu = hardware.getProcessor().getProcessorIdentifier().getName().strip();
    int cores = Runtime.getRuntime().availableProcessors();
    long memory = hardware.getMemory().getTotal();
    String osName = "%s %s".formatted(os.getFamily(), os.getVersionInfo().getVersion()).strip();
    String jdk =
        "%s %s".formatted(System.getProperty("java.vendor"), System.getProperty("java.version"));
    // The part of the memory that the kernel reserves varies a little from boot to boot.
    long roundedMemory = Math.round(memory / (double) MEMORY_STEP);
    String all = digest(cpu, "" + cores, "" + roundedMemory, osName, jdk);
    return new RunEnvironment(name, all, cpu, cores, memory, osName, jdk);
  }

  /** Returns a digest of all {@code parts} together, as 12 hexadecimal digits. */
  public static String digest(String... parts) {
    return Sha256.of(String.join("|", parts)).substring(0, DIGITS);
  }
}
