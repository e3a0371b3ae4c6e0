import process from 'node:process';
import { afterAll, vi } from 'vitest';

/** Files of specs share a process: what one has changed outside of its modules is put back when it ends. */
const env = { ...process.env };
const cwd = process.cwd();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
});
