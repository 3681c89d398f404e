package io.perfline.core.run;

/**
 * Where a run was measured.
 *
 * @param name the name in the environment file
 * @param fingerprint short hash over all that follows; runs with different fingerprints don't
 *     compare
 * @param cpu model of the generator's processor
 * @param cores logical processors
 * @param memory_bytes physical memory
 * @param os operating system and version
 * @param jdk Java vendor and version
 */
public record RunEnvironment(
    String name,
    String fingerprint,
    String cpu,
    int cores,
    long memory_bytes,
    String os,
    String jdk) {}
