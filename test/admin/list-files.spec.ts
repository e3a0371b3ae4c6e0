import type { OpenAPIObject } from '@nestjs/swagger';
import { newestEntry } from '../console/changes-by.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

/** Findings by several values, which are orders and refusals. */
const NO_FILES = ['order-search'];
/** A file of an upload is compared in `catalog-imports.spec.ts`. */
const UPLOADED = 'catalog-imports/{uuid}/changes';
const PREFIX = '/admin/api/v1/';

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface JsonAnswer {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

let shop: TestShop;
let owner: TestOperator;
let account: TestAccount;
let document: OpenAPIObject;

beforeAll(async () => {
  shop = await workerShop();
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
  account = await shop.account({ balance: '100' });
  document = (await shop.requestPage('/admin/openapi.json')).json as OpenAPIObject;
});

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components!.schemas![name] as Schema);
}

/** The lists of the description that are read in pages, with the names of the values of an item. */
function pagedLists(): [path: string, takesFormat: boolean, values: string[]][] {
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    const names = (get?.parameters ?? []).map((one) => ('name' in one ? one.name : ''));
    if (!names.includes('cursor')) return [];
    const { 200: answer } = get!.responses as unknown as Record<string, JsonAnswer>;
    const page = resolved(answer!.content['application/json'].schema);
    const item = resolved(page.properties!.items!.items!);
    return [[path.slice(PREFIX.length), names.includes('format'), Object.keys(item.properties!)]];
  });
}

it('is offered by every list that is read in pages', () => {
  const without = pagedLists().filter(([, takesFormat]) => !takesFormat);
  expect(without.map(([path]) => path)).toEqual(NO_FILES);
});

it('has each value of an item as a column', async () => {
  const lists = pagedLists().filter(([path, takesFormat]) => takesFormat && path !== UPLOADED);
  const entry = await newestEntry(shop);
  for (const [path, , values] of lists) {
    const id = path.startsWith('audit/') ? entry : String(account.id);
    const asked = owner.ask(`GET ${path.replace('{id}', id)}?format=csv`);
    const { status, headers, text } = await asked.catch((error: unknown) => {
      throw new Error(`${path}: ${shop.logs().at(-1)}`, { cause: error });
    });
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/csv; charset=utf-8']);
    const columns = text.split('\r\n')[0]!.split(',');
    // The import of costs calls the id of a product so.
    const named = path === 'costs' ? ['id', ...values.slice(1)] : values;
    // What is behind a refusal now is worked out for a page alone, not for a million rows.
    const expected = named.filter((value) => value !== 'cause_now');
    expect([path, columns.toSorted()]).toEqual([path, expected.toSorted()]);
  }
  expect(lists.length).toBeGreaterThan(15);
});

it('has all items, however many pages they are, and numbers and texts that a spreadsheet does not evaluate', async () => {
  const money = { amount: '-1.5', reason: '=1+1' };
  await owner.get(`POST accounts/${account.id}/adjustments`, { body: money, key: fresh('minus') });
  const texts = [`"'-1"`, `"'-101"`];
  const ids: number[] = [];
  for (let number = 1; number <= 101; number++) {
    ids.push((await shop.account({ name: `-${number}` })).id);
  }

  const ledger = await owner.ask(`GET accounts/${account.id}/ledger?format=csv`);
  expect(ledger.text).toMatch(/,"adjust\w*",-1\.5,98\.5,,.*"'=1\+1"/);
  const accounts = await owner.ask('GET accounts?format=csv');
  const rows = accounts.text.split('\r\n').map((line) => line.split(','));
  const own = rows.filter(([id]) => ids.includes(Number(id)));
  expect(own.map(([, name]) => name)).toEqual(expect.arrayContaining(texts));
  expect(own.length).toBe(101);
  expect(rows.length).toBeGreaterThan(103);
});

it('hides what the caller may not see', async () => {
  const support = await TestOperator.of(shop, 'support', {
    name: fresh('support'),
    scopes: ['accounts.read'],
  });
  const { text } = await support.ask('GET accounts?format=csv');
  const [header, first] = text.split('\r\n').map((line) => line.split(','));
  expect(first![header!.indexOf('balance')]).toBe('');
});

it.each([
  ['of an account that there is not', 404, 'accounts/999999/tokens?format=csv'],
  ['behind a cursor of another list', 422, 'orders?format=csv&cursor=WyJhY2NvdW50cyIsIjEiXQ'],
  ['in another form', 422, 'orders?format=xml'],
])('%s is refused by a status, like its pages', async (_, expected, path) => {
  const { status, headers } = await owner.ask(`GET ${path}`);
  expect([status, headers['content-type']]).toEqual([
    expected,
    'application/problem+json; charset=utf-8',
  ]);
});
