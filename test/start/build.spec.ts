import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** These run a copy of what is committed, from its sources or built there; the last one only reads patches. */
const WITHOUT_BUILD = ['mutation:orders', 'planted', 'judge:planted', 'lint:planted'];

it('every npm script that runs what was built looks first whether it has to be built', async () => {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
  const running = Object.keys(scripts).filter(
    (name) =>
      /^node (dist\/|.* (test|bench)\/\S+\.ts$)/.test(scripts[name] ?? '') &&
      !WITHOUT_BUILD.includes(name),
  );
  expect(running).toEqual(expect.arrayContaining(['start', 'souk', 'chaos', 'bench', 'siege']));
  for (const name of running) expect([name, scripts[`pre${name}`]]).toEqual([name, scripts.build]);
});
