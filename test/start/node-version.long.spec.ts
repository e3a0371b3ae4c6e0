import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

/** Runs a program under a Node that says it is of that version, and in which nothing but the entry can be imported. */
function runUnder(version: string, program: string): Promise<Ended> {
  const preload = `
    import { registerHooks } from 'node:module';
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    registerHooks({
      load(url, context, next) {
        if (/(main|cli|node-version)\\.ts$|typescript-hooks\\.js$|^data:/.test(url)) return next(url, context);
        if (url.includes('/src/')) throw new SyntaxError('what an old Node says of ' + url);
        return next(url, context);
      },
    });
  `;
  const words = [
    '--no-warnings',
    '--import',
    './test/support/typescript-hooks.js',
    '--import',
    `data:text/javascript,${encodeURIComponent(preload)}`,
    program,
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: ROOT }, (error, out, err) => {
      resolve({ code: error?.code ?? 0, out, err });
    });
  });
}

describe('a Node that is older than Souk needs', () => {
  it.each(['src/main.ts', 'src/cli.ts'])('is told in one sentence by %s', async (program) => {
    for (const version of ['20.19.0', '22.20.0', '23.11.1', '24.6.0']) {
      expect(await runUnder(version, program)).toEqual({
        code: 1,
        out: '',
        err: `Souk needs Node 24.7 or newer, and this is Node ${version}; in a checkout, "npm start" and "npm run souk" bring their own.\n`,
      });
    }
  });

  it('is no other one', async () => {
    for (const version of ['24.7.0', '24.10.0', '25.0.0', '26.1.0']) {
      expect((await runUnder(version, 'src/cli.ts')).err).toContain('what an old Node says of');
    }
  });
});
