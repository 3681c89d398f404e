"""Loads the service and writes one line per request, with the listener in deploy/ci/locust_listener.py."""
import csv
import os
import time

from locust import HttpUser, constant, events, task
from locust.runners import MasterRunner

if "REQUESTS" in os.environ:

    @events.init.add_listener
    def open_log(environment, **_):
        if isinstance(environment.runner, MasterRunner):
            return  # its workers send the requests
        log = open(os.environ["REQUESTS"], "w", newline="")
        rows = csv.writer(log, lineterminator="\n")
        rows.writerow(["start_time", "request_type", "name", "response_time", "response_length", "exception"])
        reported = {"num_requests": 0, "num_failures": 0}

        @events.request.add_listener
        def write(request_type="", name="", response_time=None, response_length=None, exception=None, start_time=None, **_):
            if start_time is None:  # clients of one's own need not give it
                start_time = time.time() - (response_time or 0) / 1000
            error = "" if not exception else str(exception) or type(exception).__name__
            rows.writerow([f"{start_time:.6f}", request_type, name,
                           "" if response_time is None else f"{response_time:.3f}", response_length or 0, error])

        @events.report_to_master.add_listener
        def add_reported(data, **_):  # after each report, a worker counts anew
            for count in reported:
                reported[count] += data["stats_total"][count]

        @events.quit.add_listener
        def close(**_):  # what a listener throws is only logged, so Locust's own counts show what is missing
            total = environment.stats.total
            rows.writerow(["total", reported["num_requests"] + total.num_requests,
                           reported["num_failures"] + total.num_failures, "", "", ""])
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
