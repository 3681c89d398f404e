package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The environment in which a run was measured.
 *
 * @param fingerprint a short hash of all further components; runs with different fingerprints are
 *     not comparable
 * @param cpu the model of the generator's processor
 * @param cores the number of logical processors
 * @param memoryBytes the physical memory in bytes
 * @param os the operating system and its version
 * @param jdk the vendor and version of Java
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record RunEnvironment(
    String name,
    String fingerprint,
    String cpu,
    int cores,
    long memoryBytes,
    String os,
    String jdk) {}
