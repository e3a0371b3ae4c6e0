import { ModuleRef, NestFactory } from '@nestjs/core';
import { pino, type Logger } from 'pino';
import { attributeHooks } from './attributed-hooks.js';
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

/** A logger, and the lines that it writes. */
function logging(): { logger: Logger; lines: unknown[] } {
  const lines: unknown[] = [];
  const write = (line: string) => lines.push(JSON.parse(line));
  return { logger: pino({}, { write }), lines };
}

const work = { start: () => Promise.resolve(), stop: () => Promise.resolve() } as never;

const LATE = {
  level: 50,
  extension: 'acme',
  msg: 'an extension did not stop in order',
};

it('whose ports never come is named in one sentence', async () => {
  const { logger } = logging();
  const extensions = [extensionWith({ ports: never })];
  await expect(portsOf(undefined as never, extensions, logger, TIMEOUT_MS)).rejects.toThrow(
    'The extension acme (./acme.js) failed in "ports": it did not end within 0.02 seconds.',
  );
});

it('that never starts is named in one sentence, and those before it are stopped', async () => {
  const stopped: string[] = [];
  const stop = (name: string) => () => void stopped.push(name);
  const extensions = [
    extensionWith({ name: 'first', stop: stop('first') }),
    extensionWith({ start: never, stop: stop('acme') }),
  ];
  const running = new RunningExtensions(extensions, work, logging().logger, undefined as never);
  running.startTimeoutMs = TIMEOUT_MS;
  await expect(running.start()).rejects.toThrow(
    'The extension acme (./acme.js) failed in "start": it did not end within 0.02 seconds.',
  );
  await running.beforeApplicationShutdown();
  expect(stopped).toEqual(['first']);
});

it('that never stops is logged, and the others are stopped', async () => {
  const { logger, lines } = logging();
  let stopped = false;
  const other = extensionWith({ name: 'other', stop: () => (stopped = true) });
  const extensions = [other, extensionWith({ stop: never })];
  const running = new RunningExtensions(extensions, work, logger, undefined as never);
  running.stopTimeoutMs = TIMEOUT_MS;
  await running.start();
  await running.beforeApplicationShutdown();
  expect(stopped).toBe(true);
  expect(lines).toMatchObject([
    { ...LATE, err: { message: 'it did not end within 0.02 seconds' } },
  ]);
});

it('with a hook that never ends is named in one sentence, and the hook', async () => {
  const { logger, lines } = logging();
  const hooks = { onModuleInit: never, onApplicationShutdown: never };
  class Rates {
    readonly unit = 'USD';
  }
  class AcmeModule {
    readonly title = 'Acme';
  }
  const module = { module: AcmeModule, providers: [Rates] };
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  const rates = Object.assign(app.get(Rates), hooks);
  await attributeHooks(app.get(ModuleRef), {
    ...{ extensions: [extensionWith({ module })], logger },
    guard: (hook) => hook(),
    limits: { startMs: TIMEOUT_MS, stopMs: TIMEOUT_MS },
  });
  await expect(rates.onModuleInit()).rejects.toThrow(
    'The extension acme (./acme.js) failed at the start: onModuleInit of Rates: it did not end within 0.02 seconds.',
  );
  await app.close();
  expect(lines).toMatchObject([{ ...LATE, hook: 'Rates.onApplicationShutdown' }]);
});
