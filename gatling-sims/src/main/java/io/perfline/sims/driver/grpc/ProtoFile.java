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
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the services of a {@code .proto} file. */
final class ProtoFile {

  private ProtoFile() {}

  /**
   * Returns the services of a file. What it imports is looked for in its folder and the folders
   * above; files of {@code google/protobuf}, {@code google/api} and the like are always there.
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
    loader.setLoadExhaustively(true); // options such as google.api.http are encoded too
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
