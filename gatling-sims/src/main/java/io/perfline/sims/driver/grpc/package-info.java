/**
 * gRPC for the scenarios of {@link io.perfline.sims.driver.http}: translates their JSON to messages
 * of protobuf and back. The services are known by a proto file or by server reflection.
 */
package io.perfline.sims.driver.grpc;
