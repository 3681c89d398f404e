package org.example;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.runtime.Micronaut;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

@Controller
public class Shop {

  public static void main(String[] args) {
    Micronaut.run(Shop.class, args);
  }

  @Get
  @ExecuteOn(TaskExecutors.BLOCKING)
  public String order() {
    return Order.handle();
  }
}
