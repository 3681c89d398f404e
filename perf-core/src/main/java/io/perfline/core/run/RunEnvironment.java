package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The environment in which a run was measured.
 *
 * @param name the name in the environment file
 * @param fingerprint short hash over all that follows; runs with different fingerprints don't
 *     compare
 * @param cpu model of the generator's processor
 * @param cores logical processors
 * @param memoryBytes physical memory
 * @param os operating system and version
 * @param jdk Java vendor and version
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
