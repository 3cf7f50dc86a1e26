# The programs beside the server, in the versions of Debian 12 with which the drills run.
FROM debian:12-slim
RUN printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d \
  && apt-get update && apt-get install -y --no-install-recommends \
    postgresql-15 patroni etcd-server haproxy pgbouncer pgbackrest redis-server prometheus \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15 \
  && install -d -o postgres -m 700 /var/lib/pgbackrest /var/spool/pgbackrest /var/log/pgbackrest /var/lib/postgresql/15
COPY patroni /etc/patroni
COPY pgbackrest/pgbackrest.conf /etc/pgbackrest/pgbackrest.conf
