package io.perfline.sims.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.perfline.core.project.ServiceUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The databases that the variables and options of builds name. */
final class NamedDatabases {

  private NamedDatabases() {}

  /** Returns the databases that the variables and options of a build name, with these names. */
  static Map<String, String> places(BuiltService build) {
    return places(build.service(), build.name());
  }

  /**
   * Returns the databases that the variables and options of a service name, with these names.
   *
   * @param build the name of the build, which distinguishes values that are not known yet
   */
  static Map<String, String> places(ServiceUnderTest service, String build) {
    Map<String, String> texts = new TreeMap<>(System.getenv());
    service
        .variables()
        .forEach(
            (name, text) ->
                texts.put(
                    name, text.fill(part -> System.getenv().getOrDefault(part, build + part))));
    texts.put("'jvm_options'", String.valueOf(service.jvmOptions()));
    Map<String, String> places = new TreeMap<>();
    texts.forEach(
        (name, text) ->
            DatabaseAddress.in(text).forEach(address -> places.putIfAbsent(address.place(), name)));
    return places;
  }

  /** Returns the servers on which the variables of the running builds name a database for each. */
  static Set<String> ownServers(ServiceInstance first, ServiceInstance second) {
    Set<String> one = places(variables(first));
    Set<String> other = places(variables(second));
    Set<String> servers = serversOf(one.stream().filter(place -> !other.contains(place)).toList());
    servers.retainAll(serversOf(other.stream().filter(place -> !one.contains(place)).toList()));
    return servers;
  }

  static Set<String> serversOf(Collection<String> places) {
    return places.stream()
        .flatMap(place -> DatabaseAddress.in(place).stream())
        .map(DatabaseAddress::server)
        .collect(Collectors.toSet());
  }

  static Set<String> places(Map<String, String> variables) {
    return variables.values().stream()
        .flatMap(value -> DatabaseAddress.in(value).stream())
        .map(DatabaseAddress::place)
        .collect(Collectors.toSet());
  }

  /** Returns the environment variables of a running build; none on other systems than Linux. */
  static Map<String, String> variables(ServiceInstance place) {
    Map<String, String> variables = new TreeMap<>();
    place
        .process()
        .map(process -> Path.of("/proc", Long.toString(process.pid()), "environ"))
        .ifPresent(
            file -> {
              try {
                for (String one : Files.readString(file, ISO_8859_1).split("\0")) {
                  int equals = one.indexOf('=');
                  if (equals > 0) {
                    variables.put(one.substring(0, equals), one.substring(equals + 1));
                  }
                }
              } catch (IOException unknown) {
                variables.clear();
              }
            });
    return variables;
  }
}
