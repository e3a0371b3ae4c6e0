// Buys the cheapest product that needs no account fields, and follows the order until it is decided. Node 18+, no packages.
//   BASE_URL=http://127.0.0.1:3000 TOKEN=... node bot.mjs
// It places a real order with the account's real balance.
// Ends with 0 when its orders are decided, 75 while one still waits at a shop without a feed of orders, or where the
// token lacks the scope books: run it again later; and with 1 after anything else, which it names.
// Never let two runs at once use the same files.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { BASE_URL, TOKEN, PAUSE = '2' } = process.env;
const { ORDER_FILE = 'bot-order.txt', FEED_FILE = 'bot-feed.json' } = process.env;
if (!BASE_URL) fail('Set BASE_URL to the address of the shop.');
if (!TOKEN) fail('Set TOKEN to your API token.');

// docs/api.md, "Sending again". After these codes the very same request is sent again:
const AGAIN = [111, 130, 500];
// A redirect is not followed, as it would take the token to another address.
const REDIRECTED =
  'The answer is a redirect, which is not followed: set BASE_URL to the address of the shop itself.';
// After these, and 600 to 699, no order exists under the key. All others say nothing about earlier requests.
const NO_ORDER = [100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119];
// After these there is no feed: an older shop, and a token without the scope books.
const NO_FEED = [404, 124];
const STILL_WAITING = 75; // EX_TEMPFAIL of sysexits.h

function fail(message, exitCode = 1) {
  console.error(message);
  process.exit(exitCode);
}

const isOk = (answer) => Array.isArray(answer) || answer?.status === 'OK';

/**
 * The JSON answer, be it an error. After network errors, HTTP 5xx, answers that are none of the shop's and the codes of
 * AGAIN, the very same URL is asked again. Undefined if there is no final answer.
 */
async function ask(path, tries = 5) {
  for (let attempt = 1; attempt <= tries; attempt++) {
    let [pause, reason] = [Math.min(attempt, 5) * Number(PAUSE), 'no answer'];
    try {
      const response = await fetch(`${BASE_URL.replace(/\/+$/, '')}/client/api/${path}`, {
        headers: { 'api-token': TOKEN },
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000), // An answer of the feed may take 20 seconds.
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
    console.error(`No final answer to ${path}: ${reason} (try ${attempt}).`);
    if (attempt < tries) await sleep(pause * 1000);
  }
  return undefined;
}

async function get(path) {
  const answer = await ask(path);
  if (answer && isOk(answer)) return answer;
  fail(`${path}: ${answer ? `${answer.code} ${answer.message}` : 'the shop does not answer'}`);
}

/** Returns when the text is on the disk. */
function write(file, text, flag) {
  const opened = openSync(file, flag);
  writeFileSync(opened, text);
  fsyncSync(opened);
  closeSync(opened);
}

/** Returns when the names in the folder of the file are on the disk. */
function syncFolder(file) {
  if (process.platform === 'win32') return; // It cannot open folders.
  const folder = openSync(dirname(file), 'r');
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

// What was done, and the cursor behind it, are stored together: the file is replaced as a whole.
const feed = existsSync(FEED_FILE)
  ? JSON.parse(readFileSync(FEED_FILE, 'utf8'))
  : { cursor: null, waiting: [] };

function storeFeed() {
  write(`${FEED_FILE}.new`, JSON.stringify(feed), 'w');
  renameSync(`${FEED_FILE}.new`, FEED_FILE);
  syncFolder(FEED_FILE);
}

/** The cursor behind all that has happened; null where there is no feed. */
async function presentCursor() {
  const answer = await ask('orders/changes?since=now');
  if (answer?.cursor) return answer.cursor;
  if (NO_FEED.includes(answer?.code)) return null;
  const reason = answer ? `${answer.code} ${answer.message}` : 'the shop does not answer';
  fail(`orders/changes: ${reason}. This run has not sent the order; it is kept in ${ORDER_FILE}.`);
}

async function buy() {
  // The uuid names this one purchase. It is made ONCE and stored BEFORE the first try: when an answer is lost, nobody
  // knows whether the order exists. The same request again gets that order back, or places it if it never arrived; a new
  // uuid could pay twice. So the file is deleted only when the outcome is known, and the next run goes on with it.
  if (!existsSync(ORDER_FILE)) {
    write(ORDER_FILE, await choose(), 'wx');
    syncFolder(ORDER_FILE);
  }
  const path = readFileSync(ORDER_FILE, 'utf8').trim();
  // Before the order is sent: what happens to it comes behind this cursor.
  feed.cursor ??= await presentCursor();
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
  if (!feed.waiting.includes(order_id)) feed.waiting.push(order_id);
  // Also without a feed: before it buys again, the next run looks for what waits.
  storeFeed();
  rmSync(ORDER_FILE);
}

/** Ends. The orders are kept: it may be this run that asks another shop, or for another account. */
function failUnknown(ids) {
  const hint = `check BASE_URL and TOKEN, and ask its owner. Nothing is bought while it stands in ${FEED_FILE}.`;
  fail(ids.map((id) => `The shop does not know ${id}: ${hint}`).join('\n'));
}

/** "wait" is not final, "accept" and "reject" (money back) are. The same order may be told again. */
async function tell(event, order) {
  if (!feed.waiting.includes(order.order_id)) return;
  // The shop cannot read the codes at present; check is 111 until it can.
  if (order.codes_unavailable) {
    const { data } = await get(`check?orders=[${order.order_id}]`);
    order = data[0] ?? failUnknown([order.order_id]);
  }
  console.log(`${event} ${order.order_id}: ${order.status}, codes: ${order.replay_api ?? []}`);
  if (order.status !== 'wait') feed.waiting = feed.waiting.filter((id) => id !== order.order_id);
}

/** Compares the orders that are waited for with what the shop has. */
async function check() {
  const { data } = await get(`check?orders=[${feed.waiting}]`);
  const unknown = feed.waiting.filter((id) => !data.some((order) => order.order_id === id));
  for (const order of data) await tell('checked', order);
  storeFeed();
  if (unknown.length > 0) failUnknown(unknown);
}

/** docs/api.md, "orders/changes". */
async function follow() {
  while (feed.waiting.length > 0) {
    const asked = performance.now();
    const answer = await ask(`orders/changes?since=${feed.cursor}&wait=20`, Infinity);
    if (NO_FEED.includes(answer.code)) return check();
    if (!isOk(answer)) fail(`orders/changes: ${answer.code} ${answer.message}`);
    // The shop was restored, and its events begin anew.
    if (answer.restarted) await check();
    for (const event of answer.data) await tell(event.event, event);
    const isQuiet = answer.data.length === 0 && answer.cursor === feed.cursor;
    feed.cursor = answer.cursor;
    storeFeed();
    // An empty answer before its time: the shop has no place for those who wait, or stops.
    if (isQuiet && performance.now() - asked < 10_000) await sleep(Number(PAUSE) * 1000);
  }
}

// A run that was ended while its order waited is gone on with before anything is bought.
const isNew = feed.waiting.length === 0;
if (!isNew) await check();
if (isNew || existsSync(ORDER_FILE)) {
  await buy();
  await check();
}
if (feed.cursor) await follow();
if (feed.waiting.length > 0)
  fail(`Still waiting for ${feed.waiting}: run this again.`, STILL_WAITING);
