package io.perfline.sims.server;

import java.util.OptionalLong;
import java.util.stream.Stream;

/** The resources that a server uses which a service needs. */
public sealed interface NeedResources permits NeedProcesses, DatabaseBackends, ContainerGroups {

  /**
   * Returns the CPU time used so far, in microseconds, of which only differences are meaningful;
   * null if it is unknown.
   */
  Double microseconds();

  /** Returns the resident memory in bytes, in which shared memory counts once; empty if unknown. */
  OptionalLong residentBytes();

  /** Returns the processes that run now. */
  Stream<ProcessHandle> processes();
}
