package org.example.shop;

import java.net.URI;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A shop that takes orders, as slowly as its {@code application.properties} says. */
@SpringBootApplication
@RestController
public class Shop {

  @Value("${shop.delay-ms:0}")
  private long delayMillis;

  /** Listens on {@code --server.port}. */
  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  /** Makes an order. */
  @PostMapping("/orders")
  public ResponseEntity<Map<String, String>> order() throws InterruptedException {
    Thread.sleep(delayMillis);
    return ResponseEntity.created(URI.create("/orders/7")).body(Map.of("state", "NEW"));
  }

  /** Tells of one, and with no name that there is a shop. */
  @GetMapping({"/", "/orders/{id}"})
  public Map<String, String> look() {
    return Map.of("state", "NEW");
  }
}
