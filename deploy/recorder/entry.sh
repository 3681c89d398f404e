#!/bin/sh
# Entry point of the recorder's container. The container engine sends SIGTERM to this process. exec replaces it by Java
# (as catalina.sh does), which then shuts down gracefully. A shell would not forward the signal, and the engine would
# kill the container after its timeout.
set -eu
exec sh "${CATALINA_HOME:-/opt/tomcat}/bin/catalina.sh" run
