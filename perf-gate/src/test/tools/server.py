"""The service that the tools load, on 127.0.0.1 and the port given as argument. /home and /order answer 200, /broken
answers 500. /counts returns the number of requests per path since its last call."""
import collections
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


counts = collections.Counter()
lock = threading.Lock()


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/counts":
            body = self.counts()
        else:
            time.sleep(0.02 if self.path.startswith("/order") else 0.002)
            body = b"broken" if self.path.startswith("/broken") else b"fine"
            with lock:
                counts[self.path.split("?")[0].strip("/").split("/")[0]] += 1
        self.send_response(500 if body == b"broken" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def counts(self):
        with lock:
            lines = "".join(f"{path} {count}\n" for path, count in counts.items())
            counts.clear()
        return lines.encode()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
