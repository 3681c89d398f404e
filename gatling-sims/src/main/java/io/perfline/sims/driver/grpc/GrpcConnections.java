package io.perfline.sims.driver.grpc;

import com.google.api.HttpRule;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.Schema;
import com.squareup.wire.schema.SchemaException;
import com.squareup.wire.schema.SchemaLoader;
import com.squareup.wire.schema.internal.SchemaEncoder;
import io.perfline.core.command.Fault;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ScenarioRequest;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.http.HttpAddress;
import io.perfline.sims.driver.http.Requests;
import io.perfline.sims.driver.http.ScenarioConnections;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Connects a scenario of gRPC calls with a service.
 *
 * @param http2 opens the connections that the calls share
 */
public record GrpcConnections(Scenario scenario, ScenarioConnections http2)
    implements ScenarioConnections {

  /**
   * Checks the methods and messages of the scenario, if it names a proto file.
   *
   * @throws Fault exit code 2 if one of them is wrong
   */
  @Override
  public void check(HttpAddress service) {
    if (!service.path().equals("/")) {
      throw Fault.configuration(
          "%s: a gRPC service has an address without a path: leave out %s"
              .formatted(service, service.path()));
    }
    if (scenario.proto() != null) {
      described();
    }
  }

  @Override
  public Session open(
      HttpAddress service,
      IntFunction<Requests> requests,
      Duration timeout,
      List<RowNumbers> numbers,
      Supplier<List<FailedAnswer>> failures) {
    GrpcServices services = scenario.proto() == null ? reflected(service) : described();
    return http2.open(
        service,
        index -> new GrpcRequests(requests.apply(index), services, timeout),
        timeout,
        numbers,
        failures);
  }

  private GrpcServices described() {
    GrpcServices services = ProtoFile.read(scenario.proto());
    try {
      check(services);
      return services;
    } catch (IllegalArgumentException e) {
      throw new Fault(
          Fault.CONFIGURATION, "scenario '%s': %s".formatted(scenario.name(), e.getMessage()), e);
    }
  }

  private GrpcServices reflected(HttpAddress service) {
    Set<String> names = new LinkedHashSet<>();
    scenario.requests().forEach(one -> names.add(one.grpc().substring(0, one.grpc().indexOf('/'))));
    GrpcServices services = ServerReflection.of(URI.create(service.toString()), names);
    try {
      check(services);
      return services;
    } catch (IllegalArgumentException e) {
      throw new DriverException("scenario '%s': %s".formatted(scenario.name(), e.getMessage()), e);
    }
  }

  private void check(GrpcServices services) {
    MessageCheck check = new MessageCheck(services);
    for (ScenarioRequest request : scenario.requests()) {
      check.check(request);
    }
  }

  /** Reads the services of a {@code .proto} file. */
  static final class ProtoFile {

    private ProtoFile() {}

    /**
     * Returns the services of a file. Its imports are looked up in its folder and the folders
     * above; files of {@code google/protobuf}, {@code google/api} and the like are always found.
     *
     * @throws Fault exit code 2 if the file or one that it imports cannot be read
     */
    static GrpcServices read(Path file) {
      Path whole = file.toAbsolutePath().normalize();
      if (!Files.isRegularFile(whole)) {
        throw Fault.configuration(
            "proto: the file %s does not exist; its path is relative to perf.yml".formatted(file));
      }
      try {
        Schema schema = load(whole);
        SchemaEncoder encoder = new SchemaEncoder(schema);
        FileDescriptors files =
            new FileDescriptors(
                path -> FileDescriptorProto.parseFrom(encoded(schema, encoder, path)));
        return new GrpcServices(
            "the proto file " + file, List.of(files.named(whole.getFileName().toString())));
      } catch (SchemaException
          | IllegalStateException
          | IllegalArgumentException
          | InvalidProtocolBufferException
          | DescriptorValidationException e) {
        throw new Fault(
            Fault.CONFIGURATION,
            "proto: %s can't be read: %s".formatted(file, String.valueOf(e.getMessage()).strip()),
            e);
      }
    }

    private static byte[] encoded(Schema schema, SchemaEncoder encoder, String path) {
      com.squareup.wire.schema.ProtoFile found = schema.protoFile(path);
      if (found == null) {
        throw new IllegalArgumentException("there is no " + path);
      }
      return encoder.encode(found).toByteArray();
    }

    private static Schema load(Path file) {
      List<Location> imports = new ArrayList<>();
      for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
        imports.add(Location.get(folder.toString()));
      }
      imports.add(jarOf(Message.class));
      imports.add(jarOf(HttpRule.class));
      SchemaLoader loader = new SchemaLoader(FileSystems.getDefault());
      loader.setLoadExhaustively(true); // so that options such as google.api.http are encoded too
      Location own = Location.get(file.getParent().toString(), file.getFileName().toString());
      loader.initRoots(List.of(own), imports);
      return loader.loadSchema();
    }

    /** Returns the jar with a class, which also contains the proto files of its package. */
    private static Location jarOf(Class<?> type) {
      URI jar = URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString());
      return Location.get(Path.of(jar).toString());
    }
  }
}
