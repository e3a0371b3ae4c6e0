import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import type { operations, webhooks } from '../../client/src/schema.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

const FILE = new URL('../../client/src/schema.ts', import.meta.url);

let shop: TestShop;
beforeAll(async () => {
  shop = await workerShop();
});

/** `npm run client:types` writes the file. */
it('the types of the client are those of the description', async () => {
  const { text } = await shop.request('/openapi.json');
  const types = COMMENT_HEADER + astToString(await openapiTS(text));
  if (process.env.CLIENT_TYPES === 'write') writeFileSync(FILE, types);
  expect(readFileSync(FILE, 'utf8')).toBe(types);
});

it('the client needs no cast', () => {
  const folder = new URL('./', FILE);
  const names = readdirSync(folder).filter((name) => name !== 'schema.ts');
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) {
    const code = readFileSync(new URL(name, folder), 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '');
    const casts = code.match(/(\bas (?!const\b)|\bany\b|[\w)\]]!|@ts-).*/g);
    expect([name, casts]).toEqual([name, null]);
  }
});

type Body<Name extends 'newOrder-post'> =
  operations[Name]['requestBody']['content']['application/json'];
type Data<Name extends keyof webhooks> =
  webhooks[Name]['post']['requestBody']['content']['application/json']['data'];

describe('the description', () => {
  it('lets a body of newOrder be written without a cast', async () => {
    const { api } = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '1', fields: ['playerId'] });
    const body: Body<'newOrder-post'> = {
      order_uuid: crypto.randomUUID(),
      qty: 1,
      max_price: 2.5,
      playerId: 5123,
    };
    const answer = await api(`/client/api/newOrder/${product}/params`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.json).toMatchObject({ status: 'OK', data: { data: { playerId: '5123' } } });
  });

  it('says what a webhook always holds', () => {
    const data: Data<'order.rejected'> = {
      order_id: 'ID_9fffb0d849a45215',
      order_uuid: '4da76568-feb2-42d5-9062-621c684d8f10',
      product_id: 7,
      product_name: '60 UC',
      quantity: 1,
      price: '1.26048',
      status: 'reject',
      reason: null,
    };
    const reason: string | null = data.reason;
    expect(reason).toBeNull();
  });
});
