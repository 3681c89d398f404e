"""The service that the tools load: /home and /order answer, /broken answers 500. 127.0.0.1, the port as argument."""
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        time.sleep(0.02 if self.path.startswith("/order") else 0.002)
        body = b"broken" if self.path.startswith("/broken") else b"fine"
        self.send_response(500 if body == b"broken" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
