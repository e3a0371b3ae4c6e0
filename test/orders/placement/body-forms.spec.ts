import { randomUUID } from 'node:crypto';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

describe('the body of an order', () => {
  let shop: TestShop;
  let account: TestAccount;
  let product: number;

  beforeAll(async () => {
    shop = await workerShop();
    account = await shop.account({ balance: '100' });
    product = await shop.product({ price: '2', fields: ['name'] });
  });

  const post = async (body: string | Uint8Array<ArrayBuffer>, type: string) => {
    const headers = { 'Content-Type': type, 'api-token': account.token };
    const url = `${shop.baseUrl}/client/api/newOrder/${product}/params`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    return (await answer.json()) as { data?: { data: object } };
  };
  /** In ISO 8859-1, as PHP and shells of old machines send it. */
  const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
  const jsonBody = (key: string, name: string) => JSON.stringify({ order_uuid: key, name });
  const formBody = (key: string, name: string) => `order_uuid=${key}&name=${name}`;

  it.each([
    ['application/json', jsonBody],
    ['application/x-www-form-urlencoded', formBody],
  ])('%s is refused where its bytes are not what its charset says', async (type, body) => {
    const key = randomUUID();

    expect(await post(latin(body(key, 'José')), type)).toMatchObject({
      code: 114,
      message: 'The body is not UTF-8',
    });
    expect(
      (await post(latin(body(key, 'José')), `${type}; charset=iso-8859-1`)).data?.data,
    ).toEqual({ name: 'José' });
    // The same bytes, undeclared, name nobody: under the key of José they are another order.
    expect(await post(latin(body(key, 'José')), type)).toMatchObject({ code: 116 });
    expect((await post(body(key, 'José'), type)).data?.data).toEqual({ name: 'José' });
  });

  it('names a field with fields of its own, rather than one that stands twice', async () => {
    const nested = { order_uuid: randomUUID(), name: 'José', data: { a: 1, b: { c: 2 } } };

    expect(await post(JSON.stringify(nested), 'application/json')).toMatchObject({
      code: 114,
      message: 'Malformed parameter: data',
    });
    const twice = `{"order_uuid":"${randomUUID()}","a":{"b":":{"},"name":"x","name":"y"}`;
    expect(await post(twice, 'application/json')).toMatchObject({
      code: 114,
      message: 'A field stands twice in the JSON body',
    });
  });

  it.each([
    [
      'text/plain',
      formBody(randomUUID(), 'José'),
      'Send the fields in the URL, or as a form or JSON of at most 32 KiB',
    ],
    ['application/json', '{"order_uuid":', 'The JSON body must be an object of fields'],
    ['application/json', '[]', 'The JSON body must be an object of fields'],
  ])(
    '%s %s is said not to have been read, rather than to have no key',
    async (type, body, message) => {
      expect(await post(body, type)).toMatchObject({ code: 114, message });
    },
  );
});
