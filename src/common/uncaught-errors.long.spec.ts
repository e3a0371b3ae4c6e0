import { runProgram } from '../../test/support/node-program.js';

/** Runs this with `uncaught`, in a process in which the longest end takes no time. */
async function run(program: string): Promise<[code: number | null, out: string, errors: string]> {
  const begun = `
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (work, ms) => setTimeout(work, ms === 40_000 ? 100 : ms);
    const { UncaughtErrors } = await import('./src/common/uncaught-errors.ts');
    setInterval(() => undefined, 1_000);
    ${program}`;
  const { code, output, errors } = await runProgram(begun);
  return [code, output, errors];
}

const THROWN = `setInterval(() => { throw new Error('no rates'); }, 1);`;

it('a process whose end hangs is ended with 1, whatever is thrown meanwhile', async () => {
  const program = `
    new UncaughtErrors((error) => console.log(error.message)).onFirst(() => new Promise(() => undefined));
    ${THROWN}`;
  expect(await run(program)).toEqual([1, 'no rates\n', '']);
});

it('an error in telling of the first one ends it no sooner', async () => {
  const program = `
    new UncaughtErrors(() => { throw new Error('no log'); })
      .onFirst(async ({ message }) => { console.log(message); process.exit(3); });
    ${THROWN}`;
  expect(await run(program)).toEqual([3, 'no rates\n', '']);
});

it('work fails with the first error, also work that is begun after it', async () => {
  const program = `
    const uncaught = new UncaughtErrors(() => 'told');
    const never = () => new Promise(() => undefined);
    setTimeout(() => { throw undefined; });
    for (const work of [never, () => console.log('not begun')]) {
      await uncaught.during(work).catch((error) => console.log(error));
    }
    process.exit();`;
  expect(await run(program)).toEqual([1, 'told\ntold\n', '']);
});
