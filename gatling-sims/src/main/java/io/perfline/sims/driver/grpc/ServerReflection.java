package io.perfline.sims.driver.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NegotiationType;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ClientCalls;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.perfline.sims.driver.DriverException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** Requests the descriptors of a server's services (gRPC server reflection, v1 or v1alpha). */
final class ServerReflection implements AutoCloseable {

  private static final String FALLBACK =
      "the server does not reflect its services: name their proto file with the key 'proto'";
  private static final long SECONDS = 10;

  private static final MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> V1 =
      ServerReflectionGrpc.getServerReflectionInfoMethod();

  /** The method of the older version, which has the same messages. */
  private static final MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> V1ALPHA =
      V1.toBuilder()
          .setFullMethodName("grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")
          .build();

  private final String server;
  private final ManagedChannel channel;
  private final Map<String, FileDescriptorProto> files = new HashMap<>();
  private MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> version = V1;

  private ServerReflection(URI server) {
    this.server = server.toString();
    boolean tls = "https".equals(server.getScheme());
    int port = server.getPort() >= 0 ? server.getPort() : tls ? 443 : 80;
    NettyChannelBuilder builder = NettyChannelBuilder.forAddress(server.getHost(), port);
    channel =
        (tls ? builder.sslContext(trusting()) : builder.negotiationType(NegotiationType.PLAINTEXT))
            .build();
  }

  /**
   * Returns services of a server.
   *
   * @param names the names of the required services
   * @throws DriverException if the server does not describe them
   */
  static GrpcServices of(URI server, Set<String> names) {
    try (ServerReflection reflection = new ServerReflection(server)) {
      return reflection.services(names);
    } catch (StatusRuntimeException e) {
      Status status = e.getStatus();
      String problem =
          status.getCode() == Status.Code.UNIMPLEMENTED
              ? FALLBACK
              : "%s; is it a gRPC server? Its proto file can also be named with the key 'proto'"
                  .formatted(DriverException.reason(e));
      throw new DriverException(
          "cannot get the gRPC services of %s by server reflection: %s".formatted(server, problem),
          e);
    } catch (InvalidProtocolBufferException | DescriptorValidationException e) {
      throw new DriverException(
          "%s describes its gRPC services in a wrong way: %s".formatted(server, e.getMessage()), e);
    }
  }

  private GrpcServices services(Set<String> names)
      throws InvalidProtocolBufferException, DescriptorValidationException {
    Set<FileDescriptor> found = new LinkedHashSet<>();
    FileDescriptors descriptors = new FileDescriptors(this::file);
    for (String name : names) {
      ServerReflectionRequest question =
          ServerReflectionRequest.newBuilder().setFileContainingSymbol(name).build();
      String path = read(ask(question), "the service " + name);
      found.add(descriptors.named(path));
    }
    return new GrpcServices("the server " + server, List.copyOf(found));
  }

  private FileDescriptorProto file(String path) throws InvalidProtocolBufferException {
    if (!files.containsKey(path)) {
      read(ask(ServerReflectionRequest.newBuilder().setFileByFilename(path).build()), path);
    }
    if (!files.containsKey(path)) {
      throw new DriverException("%s does not describe its file %s".formatted(server, path));
    }
    return files.get(path);
  }

  /** Adds the files of a response, and returns the path of the first one. */
  private String read(ServerReflectionResponse answer, String what)
      throws InvalidProtocolBufferException {
    if (!answer.hasFileDescriptorResponse()
        || answer.getFileDescriptorResponse().getFileDescriptorProtoCount() == 0) {
      throw new DriverException(
          "%s does not describe %s: %s; it has: %s"
              .formatted(server, what, answer.getErrorResponse().getErrorMessage(), listed()));
    }
    String first = null;
    for (ByteString bytes : answer.getFileDescriptorResponse().getFileDescriptorProtoList()) {
      FileDescriptorProto file = FileDescriptorProto.parseFrom(bytes);
      files.putIfAbsent(file.getName(), file);
      first = first == null ? file.getName() : first;
    }
    return first;
  }

  private String listed() {
    return String.join(
        ", ",
        ask(ServerReflectionRequest.newBuilder().setListServices("*").build())
            .getListServicesResponse()
            .getServiceList()
            .stream()
            .map(service -> service.getName())
            .filter(name -> !name.startsWith("grpc.reflection."))
            .toList());
  }

  private ServerReflectionResponse ask(ServerReflectionRequest question) {
    try {
      return ClientCalls.blockingServerStreamingCall(
              channel,
              version,
              CallOptions.DEFAULT.withDeadlineAfter(SECONDS, TimeUnit.SECONDS),
              question)
          .next();
    } catch (StatusRuntimeException e) {
      if (version == V1 && e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
        version = V1ALPHA;
        return ask(question);
      }
      throw e;
    }
  }

  /** Returns a TLS context with the certificates that this process trusts. */
  private static JdkSslContext trusting() {
    try {
      return new JdkSslContext(
          SSLContext.getDefault(),
          true,
          null,
          IdentityCipherSuiteFilter.INSTANCE,
          new ApplicationProtocolConfig(
              Protocol.ALPN,
              SelectorFailureBehavior.NO_ADVERTISE,
              SelectedListenerFailureBehavior.ACCEPT,
              "h2"),
          ClientAuth.NONE,
          null,
          false);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
