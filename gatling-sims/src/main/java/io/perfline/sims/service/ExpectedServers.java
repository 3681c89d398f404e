package io.perfline.sims.service;

import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.project.needs.Need;
import io.perfline.sims.server.TcpConnections;
import io.perfline.sims.server.TcpConnections.Address;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The servers on this machine that a service will use when it runs, such as a database: those that
 * its variables name, and those at which its needs have places.
 */
public final class ExpectedServers {

  private ExpectedServers() {}

  /** Returns the processes that serve, with names such as {@code postgres at 127.0.0.1:5432}. */
  public static Map<ProcessHandle, String> of(Project project) {
    ServiceUnderTest service = project.service();
    if (service == null) {
      return Map.of();
    }
    Map<ProcessHandle, String> found = new LinkedHashMap<>();
    Stream.concat(
            NamedDatabases.serversOf(NamedDatabases.places(service, "").keySet()).stream(),
            service.needs().values().stream().map(Need::at).filter(Objects::nonNull))
        .map(address -> Address.parse(address.replace("localhost", "127.0.0.1")))
        .flatMap(Optional::stream)
        .forEach(
            address ->
                TcpConnections.serving(address)
                    .forEach(
                        process ->
                            found.put(
                                process,
                                "%s at %s".formatted(TcpConnections.name(process), address))));
    return found;
  }
}
