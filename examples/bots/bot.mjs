// Buys the cheapest product that needs no account fields. Node 18+, no packages.
//   BASE_URL=http://127.0.0.1:3000 TOKEN=... node bot.mjs
// It places a real order with the account's real balance.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const { BASE_URL, TOKEN } = process.env;
if (!BASE_URL) fail('Set BASE_URL to the address of the shop.');
if (!TOKEN) fail('Set TOKEN to your API token.');

function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * The JSON answer. Network errors, answers that are no JSON and code 111 are tried again with the
 * very same URL; every other error ends the bot.
 */
async function get(path) {
  for (let attempt = 1; attempt <= 5; attempt++) {
    try {
      const response = await fetch(`${BASE_URL.replace(/\/+$/, '')}/client/api/${path}`, {
        headers: { 'api-token': TOKEN },
        signal: AbortSignal.timeout(20_000),
      });
      // Not response.ok: the reason of an error stands in its body.
      const answer = await response.json();
      if (answer.code === undefined) return answer;
      if (answer.code !== 111) {
        fail(`The shop answered ${answer.code} to ${path}: ${answer.message}`);
      }
    } catch (error) {
      console.error(`${path}: ${error.message}`);
    }
    console.error(`No final answer to ${path} (try ${attempt} of 5).`);
    await sleep(attempt * 2000);
  }
  fail(`The outcome of ${path} is unknown; asking for the same address again later is safe.`);
}

const { balance } = await get('profile');
const products = await get('products');
console.log(`Balance: ${balance} USD, products: ${products.length}`);

// Numbers are good enough to choose by price; never add up money with them.
const [product] = products
  .filter((p) => p.available && p.params.length === 0 && p.product_type === 'package')
  .filter((p) => p.price <= Number(balance))
  .sort((a, b) => a.price - b.price);
if (!product) fail('The shop lists no product without account fields that the balance can pay.');
const qty = product.qty_values?.min ?? '1';

// The uuid names this one purchase. It is made ONCE, before the first try: when an answer is lost,
// nobody knows whether the order exists. The same uuid again gets that order back, or places it if
// it never arrived; a new uuid could pay twice. A real bot stores it before it sends.
const orderUuid = randomUUID();
console.log(`Ordering ${product.name} under order_uuid ${orderUuid}`);
const order = await get(`newOrder/${product.id}/params?qty=${qty}&order_uuid=${orderUuid}`);
console.log(`Order ${order.data.order_id}: ${order.data.status}, charged ${order.data.price} USD`);

// "wait" is not final: ask again every minute or so until it is "accept" or "reject" (money back).
for (const seen of (await get(`check?orders=[${order.data.order_id}]`)).data) {
  console.log(`Checked ${seen.order_id}: ${seen.status}, codes: ${seen.replay_api ?? []}`);
}
