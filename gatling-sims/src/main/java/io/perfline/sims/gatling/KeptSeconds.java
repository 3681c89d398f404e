package io.perfline.sims.gatling;

import io.perfline.core.run.RawMaterialWriter;
import io.perfline.sims.engine.CpuWatch;
import io.perfline.sims.gatling.load.GeneratorWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes the seconds of Gatling's load.
 *
 * @param folder the folder of the case's simulation
 * @param servers the names of the servers whose CPU use is known
 */
record KeptSeconds(Path folder, Collection<String> servers) {

  /** Writes the seconds of a case. */
  void keep(String file, CountedLoad counted, GeneratorWatch watch, ServerCpuSamples cpu)
      throws IOException {
    List<String> names = new ArrayList<>(servers);
    names.add(CpuWatch.GENERATOR);
    try (RawMaterialWriter raw = new RawMaterialWriter(folder, file, names)) {
      raw.begin(Instant.ofEpochMilli(counted.from()));
      for (int i = 0; i < counted.seconds().size(); i++) {
        SecondTally second = counted.seconds().get(i);
        long from = counted.from() + i * 1000L;
        Map<String, Double> shares = cpu.at(from + 1000);
        double generatorCpu = watch.health(from, from + 1000).cpu();
        if (!Double.isNaN(generatorCpu)) {
          shares.put(CpuWatch.GENERATOR, generatorCpu);
        }
        raw.second(i, second.seconds(), second.counts(), second.users(), shares);
      }
    }
  }

  /** Writes the seconds of a part of a case. */
  void keep(String file, long from, List<SecondTally> seconds) throws IOException {
    try (RawMaterialWriter raw = new RawMaterialWriter(folder, file, List.of())) {
      raw.begin(Instant.ofEpochMilli(from));
      for (int i = 0; i < seconds.size(); i++) {
        SecondTally second = seconds.get(i);
        raw.second(i, second.seconds(), second.counts(), second.users(), Map.of());
      }
    }
  }
}
