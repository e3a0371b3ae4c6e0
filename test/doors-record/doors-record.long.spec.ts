import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { newSecretKey } from '../../src/common/secret-box.js';
import { pathOf } from '../../src/upkeep/audit/operator-action.js';
import { adminRoutes } from '../admin/admin-routes.js';
import { allCommands } from '../support/all-commands.js';
import { souk } from '../support/command-line.js';
import { startTestShop } from '../support/test-shop.js';
import { played } from './transcript.js';

const TRANSCRIPTS = new URL('./transcripts/', import.meta.url);
const HELP = new URL('./help.txt', import.meta.url);
const OPENAPI = new URL('./admin-openapi.txt', import.meta.url);
const REWRITE = process.env.DOORS_RECORD === 'write';

/** What tells of the machine or of files has specs of its own. */
const NOT_TYPED = [
  'receipts check',
  'secret-key',
  'extension undo',
  'migrate',
  'doctor',
  'backup',
  'restore',
];
const NOT_SENT = ['GET doctor'];

const NO_SHOP = {
  service: () => {
    throw new Error('help needs no shop');
  },
};

function compare(file: URL, now: string): void {
  if (REWRITE) writeFileSync(file, now);
  expect(now).toBe(readFileSync(file, 'utf8'));
}

it.each(readdirSync(TRANSCRIPTS))('%s is answered as recorded', async (name) => {
  const shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  const file = new URL(name, TRANSCRIPTS);
  try {
    compare(file, await played(readFileSync(file, 'utf8'), shop));
  } finally {
    await shop.close();
  }
});

it('the help of all commands is as recorded', async () => {
  const texts: string[] = [];
  for (const command of await allCommands()) {
    const { out } = await souk(NO_SHOP, ...pathOf(command).split(' '), '--help');
    texts.push(out);
  }
  compare(HELP, texts.join('\n'));
});

it('the OpenAPI document of the admin API is as recorded', async () => {
  const shop = await startTestShop();
  const { json } = await shop.requestPage('/admin/openapi.json').finally(() => shop.close());
  // In any order: it means nothing.
  compare(
    OPENAPI,
    `${partsOf(json as object)
      .sort()
      .join('\n')}\n`,
  );
});

describe('the transcripts', () => {
  const lines = readdirSync(TRANSCRIPTS).flatMap((name) =>
    readFileSync(new URL(name, TRANSCRIPTS), 'utf8').split('\n'),
  );

  it('hold every command that is no work on files or the whole installation', async () => {
    const names = (await allCommands()).map(pathOf);
    const isTyped = (name: string): boolean =>
      lines.some((line) => line === `$ ${name}` || line.startsWith(`$ ${name} `));
    expect(names.filter((name) => !isTyped(name))).toEqual(NOT_TYPED);
  });

  it('hold every route of the admin API', async () => {
    const shop = await startTestShop();
    const routes = adminRoutes(shop);
    await shop.close();
    const isSent = (route: string): boolean => {
      const path = route.replace(/:\w+/g, '[^/ ?]+');
      return lines.some((line) => new RegExp(`^> (as \\w+ )?${path}([ ?]|$)`).test(line));
    };
    expect(routes.filter((route) => !isSent(route))).toEqual(NOT_SENT);
  });
});

/** A line for each operation, schema and other part. */
function partsOf(document: object, path = '', depth = 3): string[] {
  return Object.entries(document).flatMap(([name, part]: [string, unknown]) => {
    const place = `${path}${name}`;
    const isNested = depth > 1 && typeof part === 'object' && part !== null;
    return isNested ? partsOf(part, `${place} `, depth - 1) : `${place} ${JSON.stringify(part)}`;
  });
}
