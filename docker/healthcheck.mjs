// Exit code 0 when this container can serve requests: the image has Node but no curl.
import { get } from 'node:http';
import process from 'node:process';

/** Less than the health check's own limit, in milliseconds, so that a hang is told as one. */
const LIMIT = 4000;

function finish(code, text) {
  process.stdout.write(`${text}\n`, () => process.exit(code));
}

const url = `http://127.0.0.1:${process.env.PORT || 3000}/health/ready`;
const request = get(url, async (response) => {
  const body = (await response.setEncoding('utf8').toArray()).join('');
  // The status alone says nothing while ERROR_HTTP_STATUS is always-200.
  finish(JSON.parse(body).status === 'OK' ? 0 : 1, body);
});
request.setTimeout(LIMIT, () => request.destroy(new Error(`${url} did not answer in time.`)));
request.on('error', (error) => finish(1, error.message));
