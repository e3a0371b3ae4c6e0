// Two servers on the database of DATABASE_URL, which is empty: one is killed amid the repeats of a webhook.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const SECRET = 'of the gateway';
const gateway = createServer((request, response) => {
  request.resume();
  response.end('{}');
});
await new Promise((resolve) => gateway.listen(0, '127.0.0.1', resolve));

const folder = await mkdtemp(join(tmpdir(), 'topup-'));
const environment = (name) => ({
  ...process.env,
  SOUK_DATA_DIR: join(folder, name),
  SOUK_EXTENSIONS: './dist/src/extension.js',
  TOPUP_URL: `http://127.0.0.1:${gateway.address().port}`,
  TOPUP_SECRET: SECRET,
});

/** Runs a command, whose answer is JSON. */
async function souk(...words) {
  const program = ['node_modules/souk/dist/cli.js', '--json', ...words];
  const { stdout } = await promisify(execFile)(process.execPath, program, {
    env: environment('cli'),
  });
  return JSON.parse(stdout);
}

/** Starts a server at a free port, which it logs. */
async function server(name) {
  const env = { ...environment(name), PORT: '0', HOST: '127.0.0.1' };
  const stdio = ['ignore', 'pipe', 'inherit'];
  const child = spawn(process.execPath, ['node_modules/souk/dist/main.js'], { env, stdio });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /"listening":.*?"port":(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return { child, url: `http://127.0.0.1:${port}/topup/webhook` };
  }
  throw new Error('the server has ended');
}

/** @returns the status, or undefined if the server is gone */
async function tell({ url }, payment) {
  const body = JSON.stringify({ payment });
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  const headers = { 'x-signature': signature };
  return fetch(url, { method: 'POST', body, headers }).then(
    ({ status }) => status,
    () => undefined,
  );
}

const first = await server('first');
const second = await server('second');
try {
  const { id } = await souk('account', 'create', 'Topped', '--email', 'topped@shop.example');
  const { payment } = await souk('topup', 'start', String(id), '--usd', '2.5');
  const killed = new Promise((resolve) => first.child.once('exit', resolve));
  const answers = Array.from({ length: 100 }, async (_, number) => {
    const status = await tell(number % 2 ? first : second, payment);
    if (status === 200) first.child.kill('SIGKILL');
    return status;
  });
  assert.ok((await Promise.all(answers)).includes(200));
  await killed;
  // As the gateway does, until it is answered.
  while ((await tell(second, payment)) !== 200)
    await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal((await souk('account', 'show', String(id))).balance, '2.5');
  console.log('deposited exactly once');
} finally {
  first.child.kill('SIGKILL');
  second.child.kill('SIGTERM');
  gateway.closeAllConnections();
  gateway.close();
  await rm(folder, { recursive: true, force: true });
}
