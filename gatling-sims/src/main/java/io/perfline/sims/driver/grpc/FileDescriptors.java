package io.perfline.sims.driver.grpc;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashMap;
import java.util.Map;

/** Descriptors of proto files, linked with those that they import. */
final class FileDescriptors {

  /** Finds a file by the path that imports use. */
  @FunctionalInterface
  interface Source {
    FileDescriptorProto file(String path) throws InvalidProtocolBufferException;
  }

  private final Source source;
  private final Map<String, FileDescriptor> linked = new HashMap<>();

  FileDescriptors(Source source) {
    this.source = source;
  }

  /**
   * Returns the descriptor of a file.
   *
   * @throws DescriptorValidationException if the file is inconsistent, alone or with one that it
   *     imports
   */
  FileDescriptor named(String path)
      throws InvalidProtocolBufferException, DescriptorValidationException {
    FileDescriptor known = linked.get(path);
    if (known != null) {
      return known;
    }
    FileDescriptorProto file = source.file(path);
    FileDescriptor[] imported = new FileDescriptor[file.getDependencyCount()];
    for (int i = 0; i < imported.length; i++) {
      imported[i] = named(file.getDependency(i));
    }
    FileDescriptor descriptor = FileDescriptor.buildFrom(file, imported);
    linked.put(path, descriptor);
    return descriptor;
  }
}
