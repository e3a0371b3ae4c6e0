// Buys the cheapest product that needs no account fields. Node 18+, no packages.
//   BASE_URL=http://127.0.0.1:3000 TOKEN=... node bot.mjs
// It places a real order with the account's real balance.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { BASE_URL, TOKEN, ORDER_FILE = 'bot-order.txt', PAUSE = '2' } = process.env;
if (!BASE_URL) fail('Set BASE_URL to the address of the shop.');
if (!TOKEN) fail('Set TOKEN to your API token.');

// docs/api.md, "Sending again". After these codes the very same request is sent again:
const AGAIN = [111, 130, 500];
// A redirect is not followed, as it would take the token to another address.
const REDIRECTED =
  'The answer is a redirect, which is not followed: set BASE_URL to the address of the shop itself.';
// After these, and 600 to 699, no order exists under the key. All others say nothing about earlier requests.
const NO_ORDER = [100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119];

function fail(message) {
  console.error(message);
  process.exit(1);
}

const isOk = (answer) => Array.isArray(answer) || answer?.status === 'OK';

/**
 * The JSON answer, be it an error. After network errors, HTTP 5xx, answers that are none of the shop's and the codes of
 * AGAIN, the very same URL is asked again. Undefined if there is no final answer.
 */
async function ask(path) {
  for (let attempt = 1; attempt <= 5; attempt++) {
    let [pause, reason] = [attempt * Number(PAUSE), 'no answer'];
    try {
      const response = await fetch(`${BASE_URL.replace(/\/+$/, '')}/client/api/${path}`, {
        headers: { 'api-token': TOKEN },
        redirect: 'manual',
        signal: AbortSignal.timeout(20_000),
      });
      if (response.status >= 300 && response.status < 400) fail(REDIRECTED);
      reason = `HTTP ${response.status}`;
      // Not response.ok: the reason of an error stands in its body.
      const answer = await response.json();
      if (response.ok && isOk(answer)) return answer;
      if (answer?.status === 'ERROR') {
        reason = `code ${answer.code}`;
        if (response.status < 500 && !AGAIN.includes(answer.code)) return answer;
        // Without Retry-After, these two end in minutes rather than in seconds.
        const isLong = answer.code === 130 || answer.code === 111;
        pause = Number(response.headers.get('retry-after') ?? (isLong ? 30 * PAUSE : pause));
      }
    } catch (error) {
      reason = error.message;
    }
    console.error(`No final answer to ${path}: ${reason} (try ${attempt} of 5).`);
    if (attempt < 5) await sleep(pause * 1000);
  }
  return undefined;
}

async function get(path) {
  const answer = await ask(path);
  if (answer && isOk(answer)) return answer;
  fail(`${path}: ${answer ? `${answer.code} ${answer.message}` : 'the shop does not answer'}`);
}

/** Returns when the file is on the disk, and its name in the folder: a crash of the machine must not lose the key. */
function store(text) {
  const file = openSync(ORDER_FILE, 'wx');
  writeFileSync(file, text);
  fsyncSync(file);
  closeSync(file);
  if (process.platform === 'win32') return; // It cannot open folders.
  const folder = openSync(dirname(ORDER_FILE), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** The path of a new order. */
async function choose() {
  const { balance } = await get('profile');
  const products = await get('products');
  console.log(`Balance: ${balance} USD, products: ${products.length}`);
  // Numbers are good enough to choose by price; never add up money with them.
  const [product] = products
    .filter((p) => p.available && p.params.length === 0 && p.product_type === 'package')
    .filter((p) => p.price <= Number(balance))
    .sort((a, b) => a.price - b.price);
  if (!product) fail('The shop lists no product without account fields that the balance can pay.');
  console.log(`Ordering ${product.name}`);
  const qty = product.qty_values?.min ?? '1';
  // The uuid is last: without its end, it would be refused.
  return `newOrder/${product.id}/params?qty=${qty}&order_uuid=${randomUUID()}`;
}

// The uuid names this one purchase. It is made ONCE and stored BEFORE the first try: when an answer is lost, nobody
// knows whether the order exists. The same request again gets that order back, or places it if it never arrived; a new
// uuid could pay twice. So the file is deleted only when the outcome is known, and the next run goes on with it.
if (!existsSync(ORDER_FILE)) store(await choose());
const path = readFileSync(ORDER_FILE, 'utf8').trim();
console.log(`Sending ${path}`);
let answer = await ask(path);
if (!answer) fail(`The outcome is unknown. Run this again: the order is kept in ${ORDER_FILE}.`);
if (!isOk(answer)) {
  const error = `${answer.code} ${answer.message}`;
  const isKnown = NO_ORDER.includes(answer.code) || (answer.code >= 600 && answer.code <= 699);
  if (!isKnown) fail(`Earlier tries may have ordered; see ${ORDER_FILE}: ${error}`);
  // A lost try may still arrive. Once the key is sealed, no order can come to be under it.
  const uuid = path.split('order_uuid=')[1];
  const { data, sealed } = await get(`check?orders=[${uuid}]&uuid=1&seal=1`);
  if (sealed?.includes(uuid)) {
    rmSync(ORDER_FILE);
    fail(`There is no order: ${error}`);
  }
  answer = { data: data[0] };
}
const { order_id, status, price } = answer.data ?? {};
if (!order_id) fail(`The answer holds no order; see ${ORDER_FILE}.`);
console.log(`Order ${order_id}: ${status}, charged ${price} USD`);
rmSync(ORDER_FILE);

// "wait" is not final, "accept" and "reject" (money back) are. This looks once; a bot that goes on follows orders/changes.
for (const seen of (await get(`check?orders=[${order_id}]`)).data) {
  console.log(`Checked ${seen.order_id}: ${seen.status}, codes: ${seen.replay_api ?? []}`);
}
