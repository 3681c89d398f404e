package io.perfline.sims.server;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the resources of a service and of the servers that it needs. */
public final class NeedsMeter implements CostMeter {

  private final CostMeter service;
  private final Map<String, NeedResources> needs;
  private final String unknown;

  /**
   * @param service the meter of the service alone
   * @param needs the resources of the needs, by their names
   * @param unknown why the resources of other needs are unknown; empty if there are none
   */
  public NeedsMeter(CostMeter service, Map<String, NeedResources> needs, String unknown) {
    this.service = service;
    this.needs = new TreeMap<>(needs);
    this.unknown = unknown;
  }

  @Override
  public CostReading read() {
    CostReading own = service.read();
    Map<String, Double> used = new TreeMap<>();
    needs.forEach(
        (name, need) -> {
          Double microseconds = need.microseconds();
          if (microseconds != null) {
            used.put(name, microseconds);
          }
        });
    return new CostReading(own.cpuUs(), own.allocatedBytes(), own.cpuTotalUs(), used);
  }

  @Override
  public boolean readsAside() {
    return service.readsAside();
  }

  @Override
  public Double compilerUs() {
    return service.compilerUs();
  }

  @Override
  public Optional<MemoryMeter> memory() {
    Optional<MemoryMeter> own = service.memory();
    return needs.isEmpty() ? own : Optional.of(new Memory(own.orElse(null), needs));
  }

  @Override
  public String source() {
    return Stream.of(service.source(), unknown)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  @Override
  public void close() {
    service.close();
  }

  /**
   * The memory of a service and its needs.
   *
   * @param service null if that of the service is unknown
   */
  private record Memory(MemoryMeter service, Map<String, NeedResources> servers)
      implements MemoryMeter {

    @Override
    public Long liveSet() throws IOException {
      return service == null ? null : service.liveSet();
    }

    @Override
    public long pid() {
      return service != null
          ? service.pid()
          : servers.values().stream()
              .flatMap(NeedResources::processes)
              .mapToLong(ProcessHandle::pid)
              .findFirst()
              .orElse(0);
    }

    @Override
    public Long peak() {
      return service == null ? null : service.peak();
    }

    @Override
    public Long heapPeak() throws IOException {
      return service == null ? null : service.heapPeak();
    }

    @Override
    public Map<String, Long> needs() {
      Map<String, Long> bytes = new TreeMap<>();
      servers.forEach(
          (name, need) -> need.residentBytes().ifPresent(resident -> bytes.put(name, resident)));
      return bytes;
    }
  }
}
