package org.example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Shop {

  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  @GetMapping(value = "/", produces = "application/json")
  public String order() {
    return Order.handle();
  }
}
