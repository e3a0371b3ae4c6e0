import { logLines, runProgram } from '../../test/support/node-program.js';

it('keeps a process alive, logs with the stack, and counts', async () => {
  const program = `
    import { pino } from 'pino';
    import { Registry } from 'prom-client';
    import { keepGoingAfterRejections, showRejections } from './src/common/background-rejections.ts';
    const registry = new Registry();
    const extensions = [{ extension: 'acme', folder: '/srv/acme' }];
    keepGoingAfterRejections(pino({ base: null }), () => extensions);
    showRejections(registry);
    const error = new Error('of acme');
    error.stack = 'Error: of acme\\n    at work (/srv/acme/a.js:1:2)';
    void Promise.reject(error);
    void Promise.reject(new Error('of ours'));
    void Promise.reject(Object.create(null));
    setTimeout(async () => console.log(await registry.metrics()), 10);`;
  const { code, output, errors } = await runProgram(program);
  expect([code, errors]).toEqual([0, '']);
  const lines = logLines(output);
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
