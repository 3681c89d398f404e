"""Loads the service and writes one line per request, with the listener from docs/import.md."""
import csv
import os

from locust import HttpUser, constant, events, task

if "REQUESTS" in os.environ:
    log = open(os.environ["REQUESTS"], "w", newline="")
    rows = csv.writer(log, lineterminator="\n")
    rows.writerow(["start_time", "request_type", "name", "response_time", "response_length", "exception"])

    @events.request.add_listener
    def write(request_type, name, response_time, response_length, exception, start_time, **_):
        rows.writerow([f"{start_time:.6f}", request_type, name, f"{response_time:.3f}", response_length, exception or ""])

    @events.quit.add_listener
    def close(**_):
        log.close()


class Visitor(HttpUser):
    """The user class of every load except one."""

    wait_time = constant(0.05)

    @task
    def visit(self):
        for path in os.environ.get("PATHS", "home,order,broken").split(","):
            self.client.get(f"/{path}", name=path)


class Nobody(HttpUser):
    """A user class that sends no requests."""

    wait_time = constant(0.05)

    @task
    def wait(self):
        pass
