# PgBouncer for the profile "pgbouncer" of compose.yaml: Debian's package on the base that the Souk image has.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${NODE_IMAGE}
RUN apt-get update \
 && apt-get install --yes --no-install-recommends pgbouncer \
 && rm -rf /var/lib/apt/lists/*
COPY docker/pgbouncer.ini docker/pgbouncer.sh /etc/souk/
RUN chmod a+rX /etc/souk /etc/souk/*
USER nobody
EXPOSE 6432
STOPSIGNAL SIGINT
CMD ["sh", "/etc/souk/pgbouncer.sh"]
