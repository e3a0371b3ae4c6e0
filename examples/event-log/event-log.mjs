// Appends the events of all accounts to a file, each of them exactly once, however often this is killed.
//   node event-log.mjs events.jsonl                    with "souk" in the PATH
//   node event-log.mjs events.jsonl node dist/cli.js   with another command for souk
// Each line holds the cursor behind its event, so the event and where to go on are written by one write. Run it once a file.
import { spawn } from 'node:child_process';
import { fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

const LONGEST_LINE_BYTES = 1024 * 1024;
const LINE_END = 10;

const [file, command = 'souk', ...words] = process.argv.slice(2);
const log = openSync(file, 'a+');
cutOffTornLine();

const args = [...words, 'events', '--follow', '--after', file];
const souk = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => souk.kill(signal));
souk.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
souk.on('close', (code) => (process.exitCode = code ?? 1));

let rest = Buffer.alloc(0);
for await (const part of souk.stdout) {
  const all = Buffer.concat([rest, part]);
  const end = all.lastIndexOf(LINE_END) + 1;
  for (let written = 0; written < end;) written += writeSync(log, all, written, end - written);
  if (end > 0) fsyncSync(log);
  rest = all.subarray(end);
}

/** What a power failure or a full disk has left without its end; its event is printed again. */
function cutOffTornLine() {
  const { size } = fstatSync(log);
  const tail = Buffer.alloc(Math.min(size, LONGEST_LINE_BYTES));
  readSync(log, tail, 0, tail.length, size - tail.length);
  ftruncateSync(log, size - tail.length + tail.lastIndexOf(LINE_END) + 1);
}
