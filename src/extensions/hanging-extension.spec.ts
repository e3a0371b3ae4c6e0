import { pino } from 'pino';
import { portsOf } from './connect-ports.js';
import type { LoadedExtension } from './extension.js';
import { RunningExtensions } from './running-extensions.js';

const TIMEOUT_MS = 20;
const never = () => new Promise<never>(() => undefined);

const extensionWith = (definition: object) =>
  ({
    source: './acme.js',
    url: 'file:///srv/acme/acme.js',
    settings: {},
    definition: { name: 'acme', ...definition },
  }) as unknown as LoadedExtension;

it('whose ports never come is named in one sentence', async () => {
  const logger = pino({ level: 'silent' });
  const extensions = [extensionWith({ ports: never })];
  await expect(portsOf(undefined as never, extensions, logger, TIMEOUT_MS)).rejects.toThrow(
    'The extension acme (./acme.js) failed in "ports": it did not end within 0.02 seconds.',
  );
});

it('that never stops is logged, and the others are stopped', async () => {
  const lines: unknown[] = [];
  const write = (line: string) => lines.push(JSON.parse(line));
  let stopped = false;
  const other = extensionWith({ name: 'other', stop: () => (stopped = true) });
  const jobs = { stop: () => Promise.resolve() } as never;
  const extensions = [other, extensionWith({ stop: never })];
  const running = new RunningExtensions(extensions, jobs, pino({}, { write }));
  running.stopTimeoutMs = TIMEOUT_MS;
  await running.beforeApplicationShutdown();
  expect(stopped).toBe(true);
  expect(lines).toMatchObject([
    {
      level: 50,
      extension: 'acme',
      msg: 'an extension did not stop in order',
      err: { message: 'it did not end within 0.02 seconds' },
    },
  ]);
});
