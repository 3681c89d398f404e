/**
 * gRPC for the scenarios of {@link io.perfline.sims.driver.http}: translates their JSON to protobuf
 * messages and back. The services are described by a proto file or by server reflection.
 */
package io.perfline.sims.driver.grpc;
