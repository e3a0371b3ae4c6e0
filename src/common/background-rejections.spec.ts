import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { extensionIn } from './background-rejections.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const EXTENSIONS = [
  { extension: 'acme', folder: '/srv/ext/acme' },
  { extension: 'other', folder: '/srv/ext/other one' },
];

function errorAt(...frames: string[]): Error {
  const error = new Error('no');
  error.stack = ['Error: no', ...frames.map((frame) => `    at work (${frame}:1:2)`)].join('\n');
  return error;
}

it.each<[string, unknown, string | undefined]>([
  ['a file of it', errorAt('file:///srv/ext/acme/dist/a.js'), 'acme'],
  ['a path of it', errorAt('/srv/ext/acme/a.cjs'), 'acme'],
  ['a folder with a space', errorAt('file:///srv/ext/other%20one/a.js'), 'other'],
  [
    'the first of two',
    errorAt('node:net', '/srv/ext/other one/a.js', '/srv/ext/acme/a.js'),
    'other',
  ],
  ['ours that it has called', errorAt('/app/dist/a.js', '/srv/ext/acme/a.js'), 'acme'],
  ['none of it', errorAt('/app/dist/a.js'), undefined],
  ['a folder of a similar name', errorAt('/srv/ext/acme-two/a.js'), undefined],
  ['Souk, installed below it', errorAt('/srv/ext/acme/node_modules/souk/dist/a.js'), undefined],
  ['no error', 'a text', undefined],
  ['nothing, since it is a number', Object.assign(new Error('no'), { stack: 5 }), undefined],
])('finds the extension of a stack that names %s', (_, reason, extension) => {
  expect(extensionIn(reason, EXTENSIONS)).toBe(extension);
});

it('keeps a process alive, logs with the stack, and counts', async () => {
  const program = `
    import { pino } from 'pino';
    import { Registry } from 'prom-client';
    import { keepGoingAfterRejections, showRejections } from './src/common/background-rejections.ts';
    const registry = new Registry();
    const extensions = [{ extension: 'acme', folder: '/srv/acme' }];
    keepGoingAfterRejections(pino({ base: null }), extensions);
    showRejections(registry);
    const error = new Error('of acme');
    error.stack = 'Error: of acme\\n    at work (/srv/acme/a.js:1:2)';
    void Promise.reject(error);
    void Promise.reject(new Error('of ours'));
    void Promise.reject(Object.create(null));
    setTimeout(async () => console.log(await registry.metrics()), 10);`;
  const hooks = ['--no-warnings', '--import', './test/support/typescript-hooks.js'];
  const child = execFile(process.execPath, [...hooks, '--input-type=module', '-e', program], {
    cwd: ROOT,
  });
  const [output, errors] = await Promise.all([
    textOf(child.stdout!),
    textOf(child.stderr!),
    once(child, 'exit'),
  ]);
  expect([child.exitCode, errors]).toEqual([0, '']);
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      level: 50,
      extension: 'acme',
      err: expect.objectContaining({ message: 'of acme' }) as object,
      msg: 'a promise was rejected that no code awaits; the server goes on',
    }),
    expect.objectContaining({
      level: 50,
      err: expect.objectContaining({
        stack: expect.stringMatching(/of ours\n +at /) as string,
      }) as object,
    }),
    expect.objectContaining({
      err: expect.objectContaining({ message: 'a value without a text' }) as object,
    }),
  ]);
  expect(lines[1]).not.toContain('"extension"');
  expect(output).toContain('souk_unhandled_rejections_total{extension="acme"} 1');
  expect(output).toContain('souk_unhandled_rejections_total{extension=""} 2');
});
