# Started by the image of pgbouncer.Dockerfile.
umask 077
printf '"souk_app" "%s"\n' "${SOUK_APP_PASSWORD:?}" > /tmp/users.txt
exec pgbouncer /etc/souk/pgbouncer.ini
