package org.example;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

@Path("/")
public class Shop {

  @GET
  @Produces("application/json")
  @RunOnVirtualThread
  public String order() {
    return Order.handle();
  }
}
