"""Loads the service. With LISTENER, the listener for users in that folder writes one line per request."""
import os
import sys

from locust import HttpUser, constant, task

if "LISTENER" in os.environ:
    sys.path.append(os.environ["LISTENER"])
    import locust_listener  # noqa: F401


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
