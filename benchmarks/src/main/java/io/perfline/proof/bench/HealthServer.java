package io.perfline.proof.bench;

import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A gRPC server with the health service, which runs in its own process. */
final class HealthServer {

  private HealthServer() {}

  /** Serves on the port in the only argument until the process is killed. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    NettyServerBuilder.forAddress(
            new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])))
        .directExecutor()
        .addService(new HealthStatusManager().getHealthService())
        .addService(ProtoReflectionServiceV1.newInstance())
        .addService(ProtoReflectionService.newInstance()) // The version that ghz requests.
        .build()
        .start()
        .awaitTermination();
  }
}
