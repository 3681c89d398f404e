package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.project.ServiceDifferences;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.server.CountingDatabase;
import io.perfline.sims.server.TcpConnections;
import io.perfline.sims.server.TcpConnections.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The servers, such as databases, that the two builds of a comparison use: those that their
 * variables name, and those to which they are connected. Builds whose migrations differ cannot be
 * compared on one database, because each changes the schema under the other.
 */
final class UsedServers {

  private static final int CONNECT_MILLIS = 500;

  private static final int NAMED_FILES = 3;

  /** The shortest time between two searches for servers. */
  private static final long SEARCH_NANOS = Duration.ofSeconds(2).toNanos();

  /** Programs that are servers of databases. */
  private static final Set<String> DATABASES =
      Set.of(
          "postgres",
          "mysqld",
          "mariadbd",
          "mongod",
          "redis-server",
          "valkey-server",
          "sqlservr",
          "tnslsnr");

  private static final String OWN =
      """

      Give each build its own in perf.yml, such as:
        needs:
          db:
            at: %1$s
            setup: createdb -T shop_seed shop_${SIDE}
            teardown: dropdb --force --if-exists shop_${SIDE}
        service:
          variables: {%2$s: 'jdbc:postgresql://%1$s/shop_${SIDE}'}""";

  private final BuiltService candidate;
  private final BuiltService baseline;
  private final Collection<ProcessHandle> ofStack;

  /** Descriptions of the databases that both builds use, by their addresses. */
  private final Map<String, String> shared = new TreeMap<>();

  /** The servers to which the builds have been connected since {@link #forget}. */
  private final Set<Address> ofCandidate = new TreeSet<>();

  private final Set<Address> ofBaseline = new TreeSet<>();
  private final Set<Address> known = new HashSet<>();
  private final Map<ProcessHandle, String> serving = new LinkedHashMap<>();
  private long lastSearch = System.nanoTime() - SEARCH_NANOS;
  private boolean own; // True if each build has a database that the other has not.

  /**
   * @param baseline null if nothing is compared
   * @param ofStack the processes of the local stack, which all builds share on purpose
   */
  UsedServers(BuiltService candidate, BuiltService baseline, Collection<ProcessHandle> ofStack) {
    this.candidate = candidate;
    this.baseline = baseline;
    this.ofStack = ofStack;
  }

  /**
   * Checks before a build is started what its variables say.
   *
   * @throws Fault exit code 2 if a variable of the baseline isn't set; exit code 3 if the builds
   *     have one database and different migrations
   */
  void checkVariables() {
    if (baseline == null || candidate.service().isLibrary() || candidate.service().url() != null) {
      return;
    }
    requireVariablesOfBaseline();
    Map<String, String> places = NamedDatabases.places(candidate);
    Map<String, String> others = NamedDatabases.places(baseline);
    own =
        !others.keySet().containsAll(places.keySet())
            && !places.keySet().containsAll(others.keySet());
    Map<String, String> named = new TreeMap<>();
    places.forEach(
        (place, variable) -> named.put(place, "%s, by the variable %s".formatted(place, variable)));
    named.keySet().retainAll(others.keySet());
    requireSameMigrations(named);
    named.keySet().removeIf(place -> isInherited(places.get(place)));
    shared.putAll(named);
  }

  /** Returns whether a variable may be unused; only connections show whether it is. */
  private boolean isInherited(String variable) {
    return System.getenv().containsKey(variable)
        && !candidate.service().variables().containsKey(variable);
  }

  /** Requires what only the baseline needs; the candidate's start requires its own variables. */
  private void requireVariablesOfBaseline() {
    List<String> missing =
        namesIn(baseline)
            .filter(name -> !isKnown(name))
            .filter(name -> namesIn(candidate).noneMatch(name::equals))
            .distinct()
            .toList();
    if (!missing.isEmpty()) {
      throw Fault.configuration(
          "%s of the baseline needs %s, which is not set: export it, or compare with another build"
              .formatted(baseline.project().file(), String.join(", ", missing)));
    }
  }

  private static Stream<String> namesIn(BuiltService build) {
    return build.service().variables().values().stream()
        .flatMap(text -> text.names().stream())
        .filter(TextTemplate::isVariable);
  }

  /** Returns whether a variable has a value, or gets one when the local stack or a build starts. */
  private static boolean isKnown(String name) {
    return name.startsWith("PERF_")
        || name.startsWith("SIDE")
        || !System.getenv().getOrDefault(name, "").isEmpty();
  }

  /** Forgets all connections, because builds are started again. */
  void forget() {
    ofCandidate.clear();
    ofBaseline.clear();
  }

  /**
   * Notes the servers to which both builds are connected.
   *
   * @throws Fault exit code 3 if the builds have one database and different migrations
   */
  void checkConnections(ServiceInstance candidatePlace, ServiceInstance baselinePlace) {
    Set<Address> one = servers(candidatePlace);
    Set<Address> other = servers(baselinePlace);
    note(candidatePlace, one, ofCandidate);
    note(baselinePlace, other, ofBaseline);
    Set<String> named = NamedDatabases.serversOf(shared.keySet());
    Set<String> separate = NamedDatabases.ownServers(candidatePlace, baselinePlace);
    own |= !separate.isEmpty();
    own |= one.stream().anyMatch(only(other)) && other.stream().anyMatch(only(one));
    one.stream()
        .filter(other::contains)
        .filter(UsedServers::isDatabase)
        .filter(address -> TcpConnections.serving(address).stream().noneMatch(ofStack::contains))
        .map(Address::toString)
        .filter(address -> !separate.contains(address) && !named.contains(address))
        .forEach(address -> shared.put(address, address + ", to which both are connected"));
    requireSameMigrations(shared);
  }

  /** Notes the servers of a build: those of its connections, and databases in its variables. */
  private static void note(ServiceInstance place, Set<Address> connected, Set<Address> into) {
    into.addAll(connected);
    NamedDatabases.serversOf(NamedDatabases.places(NamedDatabases.variables(place))).stream()
        .map(Address::parse)
        .flatMap(Optional::stream)
        .filter(UsedServers::accepts)
        .forEach(into::add);
  }

  private static Predicate<Address> only(Set<Address> others) {
    return address -> !others.contains(address) && isDatabase(address);
  }

  private static Set<Address> servers(ServiceInstance place) {
    return TcpConnections.servers(place.process().map(List::of).orElse(List.of()));
  }

  /**
   * Returns the database of a running build that counts statements; empty if its variables name
   * none to which it is connected, or the other build has the same.
   */
  static Optional<CountingDatabase> counting(ServiceInstance place, ServiceInstance other) {
    Optional<CountingDatabase> own = counting(place);
    return own.filter(database -> !own.equals(counting(other)));
  }

  private static Optional<CountingDatabase> counting(ServiceInstance place) {
    Set<String> connected =
        servers(place).stream().map(Address::toString).collect(Collectors.toSet());
    return CountingDatabase.in(
        NamedDatabases.variables(place),
        server ->
            DatabaseAddress.in("postgresql://" + server).stream()
                .anyMatch(address -> connected.contains(address.server())));
  }

  private static boolean isDatabase(Address address) {
    return DatabaseAddress.isDefault(address.port())
        || TcpConnections.serving(address).stream()
            .map(TcpConnections::name)
            .anyMatch(DATABASES::contains);
  }

  private void requireSameMigrations(Map<String, String> databases) {
    List<String> migrations = migrations();
    if (own || databases.isEmpty() || migrations.isEmpty()) {
      return;
    }
    String place = databases.keySet().iterator().next();
    String server = NamedDatabases.serversOf(List.of(place)).stream().findFirst().orElse(place);
    String variable = NamedDatabases.places(candidate).getOrDefault(place, "SPRING_DATASOURCE_URL");
    throw Fault.noVerdict(
        ("both builds have one database, %s, but their commits differ in its migrations (%s): the"
                    + " candidate changes the schema under the baseline, so nothing can be compared")
                .formatted(String.join("; ", databases.values()), named(migrations))
            + OWN.formatted(server, variable.startsWith("'") ? "SHOP_DB" : variable));
  }

  private static String named(List<String> files) {
    int more = files.size() - NAMED_FILES;
    return String.join(", ", files.subList(0, Math.min(NAMED_FILES, files.size())))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  /** Returns the migrations in which the builds differ, as far as it is known. */
  private List<String> migrations() {
    List<String> differs =
        baseline == null || baseline.differs() == null ? List.of() : baseline.differs();
    return differs.stream()
        .filter(
            file ->
                Stream.of(candidate, baseline)
                    .anyMatch(one -> new ServiceDifferences(one.service()).isMigration(file)))
        .toList();
  }

  /** Returns a sentence about the databases that both builds use; empty if none is known. */
  Optional<String> warning() {
    return shared.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ("both builds have one database, %s: what one writes or locks, the other reads or"
                    + " waits for; 'needs' in perf.yml gives each its own")
                .formatted(String.join("; ", shared.values())));
  }

  /**
   * Returns which servers both builds have lost: each was connected to one that accepts no
   * connections any more.
   */
  Optional<String> lost(ServiceInstance candidatePlace, ServiceInstance baselinePlace) {
    Set<Address> one = lost(ofCandidate, candidatePlace);
    Set<Address> other = lost(ofBaseline, baselinePlace);
    if (one.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    String names =
        Stream.concat(one.stream(), other.stream())
            .distinct()
            .map(UsedServers::described)
            .collect(Collectors.joining(" and "));
    return Optional.of(
        "both builds lost their connections to %s, which accepts none any more".formatted(names));
  }

  /**
   * Returns which servers a build has lost that was not compared; empty if none is known. Whether
   * another build would have lost them too cannot be known.
   */
  Optional<String> lost(ServiceInstance place) {
    Set<Address> lost = lost(ofCandidate, place);
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the service lost its connections to %s, which accepts none any more"
                .formatted(
                    lost.stream()
                        .map(UsedServers::described)
                        .collect(Collectors.joining(" and "))));
  }

  /**
   * Returns the processes on this machine that serve builds, other than those of the local stack,
   * with names such as {@code postgres at 127.0.0.1:5432}. They are looked for every few seconds.
   *
   * @param baselinePlace empty if the candidate runs alone
   */
  Map<ProcessHandle, String> serving(
      ServiceInstance candidatePlace, Optional<ServiceInstance> baselinePlace) {
    long now = System.nanoTime();
    if (now - lastSearch >= SEARCH_NANOS) {
      lastSearch = now;
      ofCandidate.addAll(servers(candidatePlace));
      baselinePlace.ifPresent(place -> ofBaseline.addAll(servers(place)));
      Stream.concat(ofCandidate.stream(), ofBaseline.stream())
          .filter(known::add)
          .forEach(
              address ->
                  TcpConnections.serving(address).stream()
                      .filter(process -> !ofStack.contains(process))
                      .forEach(process -> serving.put(process, name(process, address))));
    }
    return serving;
  }

  private static String name(ProcessHandle process, Address address) {
    return "%s at %s".formatted(TcpConnections.name(process), address);
  }

  private static Set<Address> lost(Set<Address> before, ServiceInstance place) {
    Set<Address> connected = servers(place);
    return before.stream()
        .filter(address -> !connected.contains(address) && !accepts(address))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean accepts(Address address) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static String described(Address address) {
    return DatabaseAddress.isDefault(address.port()) ? "the database " + address : "" + address;
  }
}
