#!/bin/sh
# install -m 755 jobdata.sh /usr/local/bin/jobdata: lets root run the commands with the service's settings, user and folder.
exec systemd-run --quiet --collect --wait --pipe --expand-environment=no --service-type=exec \
  --property=User=jobdata --property=DynamicUser=yes --property=UMask=0077 \
  --property=StateDirectory=jobdata --property=StateDirectoryMode=0700 --property=WorkingDirectory=/var/lib/jobdata \
  --property=EnvironmentFile=-/etc/jobdata/env --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/jobdata \
  /opt/jobdata/node_modules/.bin/jobdata "$@"
