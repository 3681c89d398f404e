#!/bin/sh
# What the recorder's container runs. A container is ended by a SIGTERM to this very process: exec makes it Java's (and
# so does catalina.sh), which then drains. A shell that stayed would keep the signal to itself, until the engine kills.
set -eu
exec sh "${CATALINA_HOME:-/opt/tomcat}/bin/catalina.sh" run
