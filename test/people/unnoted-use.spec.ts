import { operatorBrowser } from '../support/console-operator.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

/** As when the disk of the database is full. */
const READ_ONLY = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE 'cannot execute UPDATE in a read-only transaction' USING ERRCODE = '25006';
  END $$;
  CREATE TRIGGER refuse BEFORE UPDATE ON operator_sessions FOR EACH STATEMENT EXECUTE FUNCTION refuse();
  CREATE TRIGGER refuse BEFORE UPDATE ON operator_tokens FOR EACH STATEMENT EXECUTE FUNCTION refuse()`;

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: no use is noted in it.
  shop = await startTestShop();
});
afterAll(() => shop.close());

it('an operator reads on while a use can not be noted, by page and token', async () => {
  const ada = await operatorBrowser(shop, 'owner', 'ada');
  const owner = await TestOperator.of(shop, 'owner');
  await shop.db.query(
    "UPDATE operator_sessions SET last_seen_at = now() - interval '2 minutes'; UPDATE operator_tokens SET last_used_at = NULL",
  );
  await shop.db.query(READ_ONLY);
  expect((await ada.open('/console')).title).toBe('Today');
  expect((await owner.ask('GET accounts')).status).toBe(200);
});
