import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { place } from '../support/book-pages.js';
import { insertEntries } from '../support/book-rows.js';
import { describeWhere } from '../support/describe-where.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { reversalsOf } from '../support/reversals.js';

const FOLDER = fileURLToPath(new URL('../../examples/verify-statement/', import.meta.url));
const PROGRAMS = [
  ['Node', process.execPath, join(FOLDER, 'verify.mjs')],
  ['Python', 'python3', join(FOLDER, 'verify.py')],
] as const;
const API = '/client/api';
const ALLOWED = '--allow-withheld';

let shop: TestShop;
let account: TestAccount;
let folder: string;
/** The statement as JSON lines, newest first. */
let lines: readonly string[];
let head: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-statement-'));
  shop = await startTestShop();
  account = await shop.account();
  const product = await shop.product({ price: '1.5', fields: ['playerId'] });
  const balances = shop.service(BalanceService);
  // An entry of an earlier release comes first.
  await insertEntries(shop.db, account.id, {
    ...{ count: 1, actor: 'operator:eve', reference: 'inv-0' },
  });
  const details = { actor: 'operator:eve', reference: 'inv-1', note: 'متجر 🎮 "=1+1"\r\n\t' };
  await balances.deposit(account.id, '99999999999999.99999999', details);
  const [rejected] = await place(account, product);
  await shop.service(OrderCloseService).reject(rejected, { reason: 'no', actor: 'operator:eve' });
  const [accepted] = await place(account, product);
  await shop.service(OrderCloseService).accept(accepted, { actor: 'operator:eve' });
  const reversal = { reason: 'متجر 🎮', reference: 'case-1', actor: 'operator:eve' };
  await reversalsOf(shop).reverse(accepted, { ...reversal, all: true });
  await place(account, product);
  await balances.adjust(account.id, '-0.00000001', { actor: 'operator:eve', reason: 'fee' });
  lines = (await saved('jsonl')).trimEnd().split('\n');
  const { json } = await account.api(`${API}/profile?details=1`);
  head = (json as { ledger_hash: string }).ledger_hash;
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

async function saved(format: string): Promise<string> {
  const { token } = account;
  return (await shop.requestPage(`${API}/statement?format=${format}`, { token })).text;
}

let files = 0;

/** Runs a program on a file. */
async function verified(program: readonly [string, string], text: string, ...more: string[]) {
  const file = join(folder, `${++files}.txt`);
  await writeFile(file, text);
  return promisify(execFile)(program[0], [program[1], file, ...more]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, said: stdout + stderr };
    },
  );
}

/** The first digit of a hash is another one. */
function withOtherDigit(line: string, name: string): string {
  const at = line.indexOf(`"${name}":"`) + name.length + 4;
  return `${line.slice(0, at)}${line[at] === '0' ? '1' : '0'}${line.slice(at + 1)}`;
}

const joined = (some: readonly string[]): string => some.map((line) => `${line}\n`).join('');

/** Why a program cannot run here. */
function missing(command: string): string | undefined {
  return spawnSync(command, ['--version']).status === 0 ? undefined : `${command} is not installed`;
}

describe.each(PROGRAMS)('verify-statement', (language, command, script) => {
  describeWhere(missing(command), `in ${language}`, () => {
    cases(command, script);
  });
});

function cases(command: string, script: string): void {
  const run = (text: string, ...more: string[]) => verified([command, script], text, ...more);

  it('finds a statement consistent, and says what it could not check', async () => {
    const { code, said } = await run(joined(lines), head);

    expect(said).toBe(
      `account ${account.id}: entries 1 to 8 are consistent\n` +
        'hashes computed again: 8 of 8\n' +
        'texts withheld, amounts proven: entries 1\n' +
        `balance: 99999999999999.49999998 USD\nhash: ${head}\n`,
    );
    expect(code).toBe(0);
    // Without the hash of the last entry, further ones may follow.
    expect((await run(joined(lines), ALLOWED)).said).toContain(
      'not checked: whether entries follow entry 8',
    );
  });

  it('reads a saved answer, several of them, and lines in any order', async () => {
    const whole = (await account.api(`${API}/statement`)).text;
    const first = await account.api(`${API}/statement?limit=4`);
    const { next } = first.json as { next: string };
    const second = await account.api(`${API}/statement?limit=4&cursor=${next}`);
    const texts = [whole, `${first.text}\n${second.text}\n`, joined(lines.toReversed())];
    for (const text of [...texts, `[${lines.join(',')}]`]) {
      expect(await run(text, head, ALLOWED)).toMatchObject({ code: 0 });
    }
  });

  it('names the entry of which one byte was changed', async () => {
    // Of the newest entry but one, which is number 7: every byte of a value that the hash covers.
    const line = lines[1]!;
    const columns = 'its columns are not those that were hashed';
    const texts = 'its texts are not those that it has committed to';
    const changes = [
      ['"amount":"-1.5', '"amount":"-1.4', columns],
      ['"balance_after":"9', '"balance_after":"8', columns],
      ['"kind":"debit"', '"kind":"debiu"', columns],
      ['"order_id":"ID_', '"order_id":"IE_', columns],
      ['"note":""', '"note":" "', texts],
      ['"actor":"api"', '"actor":"apj"', texts],
      ['"reference":null', '"reference":"x"', texts],
      ['"created_at":"2', '"created_at":"3', columns],
    ] as const;
    const changed = changes.map(([from, to, fault]) => [line.replace(from, to), fault] as const);
    const hash = [withOtherDigit(line, 'entry_hash'), columns] as const;
    for (const [one, fault] of [...changed, hash]) {
      expect(one).not.toBe(line);
      const { code, said } = await run(joined(lines.with(1, one)));
      expect([one, code, said]).toEqual([one, 1, `account ${account.id} entry 7: ${fault}\n`]);
    }
    const wrong = withOtherDigit(line, 'previous_hash');
    const { said } = await run(joined(lines.with(1, wrong)), ALLOWED);
    expect(said).toContain('entry 7: it does not carry the hash of the entry before it');
  });

  it('notices what is missing, doubled, cut off or of another account', async () => {
    const other = lines[2]!.replace(`"account_id":${account.id}`, '"account_id":99999');
    for (const [text, fault, more] of [
      [joined(lines.toSpliced(1, 1)), 'entry 8: the entry before it is missing', []],
      [joined([...lines, lines[0]!]), 'entry 8: it is there twice', []],
      [joined(lines.slice(1)), 'the statement does not end at the entry', [head]],
      [joined(lines.with(2, other)), 'entry 6: it is of another account', []],
      ['', 'the statement does not end at the entry', [head]],
    ] as const) {
      const { code, said } = await run(text, ...more, ALLOWED);
      expect([fault, code, said]).toEqual([fault, 1, expect.stringContaining(fault)]);
    }
  });

  it.each(['', '[]', '{"status":"OK","data":[]}'])(
    'finds fault with a file without entries, unless the hash says that there is none: %j',
    async (text) => {
      const { code, said } = await run(text, ALLOWED);
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(/^there is no entry, so nothing was/),
      ]);
      expect(await run(text, '0'.repeat(64))).toEqual({ code: 0, said: 'there is no entry\n' });
    },
  );

  it('verifies a part behind an entry whose hash was kept, and no other one', async () => {
    const part = joined(lines.slice(0, 3));
    const { previous_hash: kept } = JSON.parse(lines[2]!) as { previous_hash: string };
    expect(await run(part, head, '--after', kept)).toMatchObject({ code: 0 });
    expect(await run(part, head)).toMatchObject({
      code: 1,
      said: expect.stringContaining('entry 6: the entry before it is missing; if') as string,
    });
    expect(await run(part, '--after', head)).toMatchObject({
      code: 1,
      said: expect.stringContaining('entry 6: it does not carry the hash of') as string,
    });
    // The first entry is gone.
    expect(await run(joined(lines.slice(0, -1)), head, ALLOWED)).toMatchObject({ code: 1 });
  });

  it('proves the columns of an entry whose texts are withheld', async () => {
    const line = lines[7]!;
    expect(line).toContain('"note":null,"actor":null');
    const balance = line.replace('"balance_after":"1.', '"balance_after":"2.');
    for (const changed of [balance, withOtherDigit(line, 'entry_hash')]) {
      expect(changed).not.toBe(line);
      expect(await run(joined(lines.with(7, changed)), ALLOWED)).toEqual({
        code: 1,
        said: `account ${account.id} entry 1: its columns are not those that were hashed\n`,
      });
    }
    const shown = line.replace('"note":null', '"note":"x"');
    expect((await run(joined(lines.with(7, shown)))).said).toContain('entry 1: its texts are not');
  });

  it.each([
    ['no JSON', '{"sequence":1'],
    ['no entries', '{"status":"ERROR","code":120}'],
    ['a number', '7'],
    ['null', 'null'],
    ['an amount that is none', '{"sequence":1,"amount":"1e3"}'],
  ])('refuses a file that is no statement: %s', async (_why, text) => {
    const { code, said } = await run(text);

    expect([code, said]).toEqual([2, expect.stringMatching(/no (JSON|entry of a statement)\n$/)]);
  });

  it('refuses a file that it cannot read, and explains itself', async () => {
    const failed = await promisify(execFile)(command, [script, join(folder, 'missing')]).catch(
      (error: unknown) => error as { code: number },
    );
    expect(failed).toMatchObject({ code: 2 });
    const usage = await promisify(execFile)(command, [script]).catch(
      (error: unknown) => error as { code: number; stderr: string },
    );
    expect(usage).toMatchObject({ code: 2, stderr: expect.stringMatching(/^usage/i) as string });
  });
}
