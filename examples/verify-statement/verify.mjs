#!/usr/bin/env node
/**
 * Verifies what a Souk shop has told an account of its ledger and its orders. Node 20 or later, no dependency, no network.
 *
 *   node verify.mjs FILE… [ledger_hash] [--kept FILE]… [--keys FILE] [--fingerprint HEX]… [--witness FILE]…
 *                         [--after HASH]… [--allow-withheld]
 *
 * FILE              answers of statement, orders/changes and profile, saved as JSON or as JSON lines
 * ledger_hash       that of profile, at which the statement must end; also as --head HASH
 * --kept FILE       such files from before: whatever stands in them must still be there
 * --keys FILE       the answer of receipts/keys; without it, no signature can be checked
 * --fingerprint HEX of a key, as the owner of the shop gave it to you: then no other key is accepted
 * --witness FILE    answers of the shop's witness and of its proof for your account; those of others, too
 * --after HASH      of the entry or event before a part that does not begin with number 1
 * --allow-withheld  entries of the old form whose texts are withheld are no fault
 *
 * Ends with 0 if all is consistent, 1 if something is altered, forked or cannot be verified, 2 if a file is no statement,
 * and 3 if a break that the shop has signed, with its cause, explains what is missing. docs/ledger.md describes all that is hashed and signed.
 */
import { createHash, createPublicKey, verify as isSignedBy } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

class NoStatement extends Error {}
class Fault extends Error {}

/**
 * @param texts what the files hold
 * @param options as on the command line; `kept`, `witness`, `fingerprints` and `after` are lists
 * @returns the code with which the program ends, and the lines that it prints
 */
export function verify(texts, options = {}) {
  try {
    const given = contentsOf(texts, 'file');
    const kept = contentsOf(options.kept ?? [], 'kept file');
    const witness = contentsOf(options.witness ?? [], 'witness file');
    given.witnesses.push(...witness.witnesses);
    const [own] = [...given.entries, ...given.events, ...given.checkpoints];
    const isOwn = ({ account }) => account === (own ?? witness.proofs[0]).account;
    given.proofs.push(...witness.proofs.filter(isOwn));
    const known = options.keys ? contentsOf([options.keys], 'file of keys') : undefined;
    const { code, lines } = verdictOn(
      { given, kept, known },
      { fingerprints: [], after: [], ...options },
    );
    const others = witness.proofs.filter((proof) => !isOwn(proof)).length;
    if (others > 0) lines.push(`not checked: ${others} proofs for other accounts`);
    return { code, lines };
  } catch (error) {
    if (error instanceof Fault) return { code: 1, lines: [error.message] };
    if (error instanceof NoStatement) return { code: 2, lines: [error.message] };
    throw error;
  }
}

function verdictOn({ given, kept, known }, options) {
  const lines = [];
  const keys = known && keysOf(known, options.fingerprints, lines);
  const breaks = keys ? breaksOf(known, keys, options.fingerprints, lines) : [];
  checkAccount(given, kept);
  checkSignatures([given, kept], keys, lines);
  checkLedger(kept, { allowWithheld: true }, []);
  checkEvents(kept, {}, []);
  const end = newestOf(given.checkpoints.filter((one) => !isAhead(one, given)));
  checkLedger(given, { ...options, kept }, lines);
  checkEvents(given, { ...options, end }, lines);
  for (const one of given.checkpoints) {
    checkHead(one, given, { what: `checkpoint of ${one.time}`, mayBeAhead: true });
  }
  checkEnd(given, { end, keys, head: options.head }, lines);
  checkTies(given, end, lines);
  if (given.orders > 0) lines.push(`not checked: ${given.orders} orders, which are no events`);
  checkWitnesses(given, kept, breaks, lines);
  for (const bag of [given, kept]) bag.points = pointsOf(bag);
  const hasKept = options.kept?.length > 0;
  return { code: hasKept ? compare(kept, given, { breaks, keys }, lines) : 0, lines };
}

// ---- What stands in the files

const NO_HASH = '0'.repeat(64);
const PATTERNS = {
  text: /^/,
  hash: /^[0-9a-f]{64}$/,
  hashes: /^([0-9a-f]{64})*$/,
  salts: /^([0-9a-f]{32})*$/,
  usd: /^-?[0-9]{1,20}\.[0-9]{8}$/,
  count: /^[0-9]{1,15}$/,
  key: /^[A-Za-z0-9+/]{43}=$/,
  signature: /^[A-Za-z0-9+/]{86}==$/,
  time: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$/,
};
/** The members of an entry, by what they are. */
const ENTRY = {
  number: ['account_id', 'sequence'],
  text: ['kind', 'created_at'],
  usd: ['amount', 'balance_after'],
  hash: ['previous_hash', 'entry_hash'],
  'text?': ['order_id', 'reference', 'note', 'actor'],
  'hashes?': ['commitments'],
  'salts?': ['salts'],
};
/** How many texts an event has between its time and its commitments. */
const FACTS = { placed: 7, accepted: 0, codes: 0, late: 0, rejected: 0, reversed: 1 };
/** What the texts are that follow the name of what is signed. */
const HEAD = ['count', 'count', 'hash', 'count', 'hash'];
const SIGNED = {
  'souk checkpoint 1': ['checkpoints', [...HEAD, 'time', 'text']],
  'souk break 1': ['breaks', ['text', 'text', 'time', 'text', 'text', 'text']],
  'souk witness 1': ['witnesses', ['text', 'time', 'count', 'hash', 'text']],
};

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function fits(value, pattern) {
  if (pattern.endsWith('?')) return value === null || fits(value, pattern.slice(0, -1));
  if (pattern === 'number') return Number.isSafeInteger(value) && value > 0;
  return typeof value === 'string' && value.isWellFormed() && PATTERNS[pattern].test(value);
}

const fitAll = (values, patterns) =>
  Array.isArray(values) &&
  values.length === patterns.length &&
  values.every((value, index) => fits(value, patterns[index]));

function demand(isRight, what) {
  if (!isRight) throw new NoStatement(`there is no ${what}`);
}

function contentsOf(texts, name) {
  const bag = { entries: [], events: [], checkpoints: [], breaks: [] };
  Object.assign(bag, { witnesses: [], proofs: [], keys: [], orders: 0 });
  texts.forEach((text, index) => {
    const where = `${name} ${index + 1}`;
    const items = valuesIn(text, where).flatMap((value) => itemsOf(value, bag));
    const unknown = items.findIndex((item) => !sortIn(item, bag, where));
    if (unknown >= 0)
      throw new NoStatement(`${where}: item ${unknown + 1} is no entry of a statement`);
  });
  for (const list of [bag.entries, bag.events]) list.sort((a, b) => a.number - b.number);
  return bag;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A file is one JSON value, or one in each line. */
function valuesIn(text, where) {
  const whole = parsed(text);
  const values = whole === undefined ? text.split('\n').filter(Boolean).map(parsed) : [whole];
  const wrong = values.indexOf(undefined);
  if (wrong >= 0) throw new NoStatement(`${where}: line ${wrong + 1} is no JSON`);
  return values;
}

/** The items of an answer; a checkpoint stands beside them. */
function itemsOf(value, bag) {
  if (Array.isArray(value)) return value;
  if (value?.status !== 'OK' || typeof value.data !== 'object') return [value];
  sortInner(value, bag);
  return [value.data].flat();
}

/** @returns false for what is unknown */
function sortIn(item, bag) {
  if (!isObject(item)) return false;
  if ('event' in item) return bag.events.push(eventOf(item)) > 0;
  if ('sequence' in item || 'entry_hash' in item) return bag.entries.push(entryOf(item)) > 0;
  if ('public_key' in item) return bag.keys.push(keyOf(item)) > 0;
  if (typeof item.order_id === 'string') return ++bag.orders > 0;
  if ('data' in item) return false;
  const lists = [item.keys, item.breaks, item.witnesses].filter(Array.isArray);
  return (
    lists.flat().every((one) => sortIn(one, bag)) &&
    (sortInner(item, bag) || lists.length > 0 || 'checkpoint' in item || 'ledger_hash' in item)
  );
}

/** What is signed, and the proof of a witness: the item itself, or what its members hold. */
function sortInner(item, bag) {
  const inner = [item, ...Object.values(item)].filter(isObject);
  const { checkpoint, witness, proof } = item;
  const isSigned = (one) => 'signed' in one || one === checkpoint || one === witness;
  const signed = inner.filter(isSigned).map(signedOf);
  const proofs = inner.filter((one) => 'leaf' in one || one === proof).map(proofOf);
  for (const one of signed) bag[one.kind].push(one);
  bag.proofs.push(...proofs);
  return signed.length + proofs.length > 0;
}

function entryOf(shown) {
  // Releases before this one do not have these members.
  const entry = { commitments: null, salts: null, ...shown };
  const isEntry = Object.entries(ENTRY).every(([pattern, names]) =>
    names.every((name) => fits(entry[name], pattern)),
  );
  demand(isEntry, 'entry of a statement');
  const { commitments, salts, note, actor } = entry;
  return {
    ...{ name: 'entry', number: entry.sequence, account: String(entry.account_id), entry },
    ...{ hash: entry.entry_hash, previous: entry.previous_hash, commitments, salts },
    ...{ time: entry.created_at, order: entry.order_id, type: entry.kind },
    isReadable: commitments === null ? note !== null && actor !== null : salts !== null,
  };
}

function eventOf(shown) {
  if (!isObject(shown.receipt)) {
    throw new Fault(`event ${shown.number}: it has no receipt, so nothing proves what it tells`);
  }
  const { event: list, previous_hash: previous, hash, salts, texts } = shown.receipt;
  const patterns = ['count', 'count', 'text', 'text', 'time'];
  const count = FACTS[Array.isArray(list) && Object.hasOwn(FACTS, list[2]) ? list[2] : ''];
  const facts = Array.from({ length: count ?? 0 }, () => 'text');
  demand(count !== undefined && fitAll(list, [...patterns, ...facts, 'hashes?']), 'event');
  const commitments = list.at(-1) ?? '';
  const sizes = commitments.length / 64;
  const isEvent =
    fitAll([previous, hash, salts], ['hash', 'hash', 'salts?']) &&
    (salts === null || salts.length === sizes * 32) &&
    (texts === null ||
      fitAll(
        texts,
        Array.from({ length: sizes }, () => 'text?'),
      ));
  demand(isEvent, 'receipt of an event');
  const [account, number, type, order, time] = list;
  return {
    ...{ name: 'event', number: Number(number), account, type, order, time, list, shown },
    ...{ facts: list.slice(5, -1), commitments, previous, hash, salts, texts },
    isTest: list[11] === 'true',
    isReadable: commitments !== '' && salts !== null,
  };
}

function signedOf({ signed, signature, key }) {
  const list = fits(signed, 'text') ? parsed(signed) : undefined;
  const [title, ...texts] = Array.isArray(list) ? list : [''];
  const [kind, patterns] = Object.hasOwn(SIGNED, title) ? SIGNED[title] : [];
  const isKnown =
    kind && fitAll(texts, patterns) && fitAll([signature, key], ['signature', 'hash']);
  demand(isKnown, 'signed text that is known');
  const text = { kind, title, list, signed, signature, key };
  if (kind === 'breaks') return { ...text, from: list[1], to: list[2], time: list[3] };
  if (kind === 'checkpoints') return { ...text, ...headOf(texts), time: list[6], lineage: list[7] };
  const [day, time, accounts, root, lineage] = texts;
  return { ...text, day, time, accounts: Number(accounts), root, lineage };
}

function proofOf({ day, leaf, index, path }) {
  const isProof =
    fits(day, 'text') &&
    fitAll(leaf, HEAD) &&
    (index === 0 || fits(index, 'number')) &&
    Array.isArray(path) &&
    path.length <= 40 &&
    path.every((one) => fits(one, 'hash'));
  demand(isProof, 'proof of a witness');
  return { day, leaf, index, path, ...headOf(leaf) };
}

/** The last event and the last entry of an account. */
function headOf([account, event, eventHash, entry, entryHash]) {
  return {
    account,
    heads: { event: [Number(event), eventHash], entry: [Number(entry), entryHash] },
  };
}

function keyOf({ key, algorithm, public_key: text, from, until = null, reason = null }) {
  demand(fitAll([text, from, until, reason], ['key', 'time', 'time?', 'text?']), 'key');
  const bytes = Buffer.from(text, 'base64');
  demand(
    algorithm === 'Ed25519' && sha256(bytes) === key && (reason === null || until !== null),
    'key',
  );
  return { key, bytes, from, until, reason };
}

// ---- Hashes and signatures

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

const bytesOf = (hex) => Buffer.from(hex, 'hex');

/** True if each commitment is to the text at its place; a text that is missing is an empty one. */
function isCommittedTo({ commitments, salts }, texts) {
  const salt = (at) => bytesOf(salts.slice(at * 32, at * 32 + 32));
  return texts.map((text, at) => sha256(salt(at), text ?? '')).join('') === commitments;
}

/** The keys by their fingerprints: all that the shop tells, or those alone that its owner has told. */
function keysOf({ keys }, fingerprints, lines) {
  const ring = new Map(keys.map((key) => [key.key, key]));
  if (keys.length === 0) throw new NoStatement('there is no key in the file of keys');
  const unknown = fingerprints.find((one) => !ring.has(one));
  if (unknown !== undefined) throw new Fault(`the shop does not tell of the key ${unknown}`);
  if (fingerprints.length > 0) return new Map(fingerprints.map((one) => [one, ring.get(one)]));
  lines.push(`first key: ${keys[0].key}; compare it with what the owner of the shop gave you`);
  return ring;
}

/** The breaks that are signed by the keys; with --fingerprint, those of other keys do not count. */
function breaksOf({ breaks }, keys, fingerprints, lines) {
  const isListed = ({ key }) => fingerprints.length === 0 || keys.has(key);
  for (const { time, key } of breaks.filter((one) => !isListed(one))) {
    lines.push(
      `not counted: the break of ${time}, signed by the key ${key}, which you do not list`,
    );
  }
  const listed = breaks.filter(isListed);
  for (const one of listed) checkSignature(one, keys);
  return listed;
}

function checkSignature({ kind, title, signed, signature, key, time }, keys) {
  const wrong = (what) => new Fault(`the ${title} of ${time} ${what}`);
  const { bytes, from, until } = keys.get(key) ?? {};
  if (!bytes) throw wrong(`is signed by the unknown key ${key}`);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  if (!isSignedBy(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'))) {
    throw wrong('does not carry the signature of its key');
  }
  // A break is signed anew with its time when its cause is given, maybe by a later key.
  if (kind === 'breaks') return;
  const at = secondsOf(time);
  if (at < secondsOf(from) - TOLERANCE || (until !== null && at > secondsOf(until) + TOLERANCE)) {
    throw wrong(`is signed by the key ${key}, which was not in use then`);
  }
}

/** In seconds: a server that signs may have begun before another one has changed the key. */
const TOLERANCE = 60;

/** Since the begin of the calendar, also for days that no month has. */
function secondsOf(time) {
  const [year, month, day, hour, minute, second] = time
    .split(/[-T:.]/)
    .map((text) => parseInt(text));
  // The year begins with March, so that a leap day is its last day.
  const [years, months] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const days = 365 * years + leaps + Math.floor((153 * months + 2) / 5) + day;
  return ((days * 24 + hour) * 60 + minute) * 60 + second;
}

function checkSignatures(bags, keys, lines) {
  const signed = bags.flatMap(({ checkpoints, witnesses }) => [...checkpoints, ...witnesses]);
  if (!keys && signed.length > 0) lines.push('not checked: signatures, since --keys is missing');
  if (!keys) return;
  for (const one of signed) checkSignature(one, keys);
  for (const { key, until, reason } of new Set(signed.map((one) => keys.get(one.key)))) {
    if (reason !== null) lines.push(`the key ${key} was retired at ${until}: ${reason}`);
  }
}

// ---- The ledger

/** @throws Fault */
function fault({ account, name, number }, what) {
  throw new Fault(`account ${account} ${name} ${number}: ${what}`);
}

function checkAccount(...bags) {
  const items = bags.flatMap((bag) => [...bag.entries, ...bag.events]);
  const heads = bags.flatMap((bag) => [...bag.checkpoints, ...bag.proofs]);
  const all = [
    ...items,
    ...heads.map((head) => ({ name: 'head', number: head.time ?? head.day, ...head })),
  ];
  const other = all.find(({ account }) => account !== all[0].account);
  if (other) fault(other, 'it is of another account');
}

/** That an entry or event follows the one before it. @param after hashes before a part; undefined for any */
function checkLink(item, before, after) {
  const { name, number, previous } = item;
  if (before && number === before.number) fault(item, 'it is there twice');
  if (before && number !== before.number + 1) fault(item, `the ${name} before it is missing`);
  if (!before && number > 1 && after === undefined) return;
  if (!before && number > 1 && after.length === 0) {
    fault(item, `the ${name} before it is missing; if you have kept its hash, add --after HASH`);
  }
  const expected = before ? [before.hash] : number === 1 ? [NO_HASH] : after;
  if (!expected.includes(previous))
    fault(item, `it does not carry the hash of the ${name} before it`);
}

/** Over the commitments or, in the old form, over all columns, each with its length in bytes. */
function entryHash({ entry, account, previous, commitments }, { reference, note, actor }) {
  const {
    sequence,
    kind,
    amount,
    balance_after: balance,
    order_id: order,
    created_at: time,
  } = entry;
  const columns = [account, String(sequence), kind, amount, balance, order];
  const netstring = (text) => (text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`);
  const form =
    commitments === null
      ? [...columns, reference, note, actor, time].map(netstring).join('')
      : JSON.stringify([...columns, time, commitments]);
  return sha256(bytesOf(previous), form);
}

/**
 * @param kept the entry with the same hash in the kept files
 * @returns false if nothing proves its columns: an entry of the old form, whose texts are withheld here and were before
 */
function checkEntry(item, kept) {
  const { entry, commitments, salts, isReadable } = item;
  const { reference, note, actor } = entry;
  const source = isReadable || !kept?.isReadable ? item : kept;
  if (commitments === null && !source.isReadable) {
    const columns = ['kind', 'amount', 'balance_after', 'order_id', 'created_at'];
    if (kept && columns.some((name) => entry[name] !== kept.entry[name])) {
      fault(item, 'altered: it has the hash, but not the columns of your kept file');
    }
    return false;
  }
  if (entryHash(item, source.entry) !== item.hash)
    fault(item, 'its columns are not those that were hashed');
  if (commitments === null) return true;
  const isWithoutTexts = !reference && !note && (actor === null || actor === 'api');
  const isProven =
    salts === null || commitments === ''
      ? isWithoutTexts && (actor === null || commitments === '')
      : isCommittedTo(item, [reference, JSON.stringify([note, actor])]);
  if (!isProven) fault(item, 'its texts are not those that it has committed to');
  return true;
}

/** USD in units of the eighth decimal. */
const units = (text) => BigInt(text.replace('.', ''));

function checkBalance(item, before) {
  if (!before && item.number > 1) return;
  const balance = before ? units(before.entry.balance_after) : 0n;
  if (balance + units(item.entry.amount) !== units(item.entry.balance_after)) {
    fault(item, 'its balance is not the one before it plus its amount');
  }
}

function checkLedger({ entries }, { after, allowWithheld, kept }, lines) {
  const known = new Map((kept?.entries ?? []).map((item) => [item.hash, item]));
  const isProven = entries.map((item, index) => {
    checkLink(item, entries[index - 1], after);
    const result = checkEntry(item, known.get(item.hash));
    checkBalance(item, entries[index - 1]);
    return result;
  });
  if (entries.length === 0) return;
  const runs = runsOf(entries, isProven);
  if (runs.length > 0 && !allowWithheld) {
    fault(runs[0].items[0], `${runs[0].what}; if you accept that, add --allow-withheld`);
  }
  const withheld = entries.filter((item) => item.commitments && !item.isReadable);
  lines.push(
    `account ${entries[0].account}: entries ${rangesOf(entries)} are consistent`,
    `hashes computed again: ${isProven.filter(Boolean).length} of ${entries.length}`,
    ...(withheld.length > 0
      ? [`texts withheld, amounts proven: entries ${rangesOf(withheld)}`]
      : []),
    ...[...new Set(runs.map(({ what }) => what))].map((what) => {
      const items = runs.filter((run) => run.what === what).flatMap((run) => run.items);
      return `entries ${rangesOf(items)}: ${what}`;
    }),
  );
}

/** Entries in a row of which nothing but links and balances could be checked, and what these prove. */
function runsOf(entries, isProven) {
  const runs = [];
  entries.forEach((item, index) => {
    if (isProven[index]) return;
    if (index === 0 || isProven[index - 1]) {
      runs.push({ items: [], hasBegin: index > 0 || item.number === 1 });
    }
    runs.at(-1).items.push(item);
    runs.at(-1).hasEnd = isProven[index + 1] === true;
  });
  return runs.map(({ items, hasBegin, hasEnd }) => {
    const amounts = items.length === 1 ? 'its amount' : 'the sum of their amounts';
    const what =
      hasBegin && hasEnd ? `nothing but ${amounts} is proven` : 'nothing proves its amount';
    return { items, what: `texts withheld, so ${what}` };
  });
}

/** `1 to 3, 5`, of items by their numbers. */
function rangesOf(items) {
  const ranges = [];
  for (const { number } of items) {
    if (ranges.at(-1)?.[1] === number - 1) ranges.at(-1)[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}

// ---- The events

/** Leaves out events that a feed has told again, with their orders as they were by then. */
function checkEvents(bag, { after, end }, lines) {
  const { events: told } = bag;
  const events = told.filter(
    (item, index) => item.number !== told[index - 1]?.number || item.hash !== told[index - 1].hash,
  );
  events.forEach((item, index) => checkLink(item, events[index - 1], after));
  const placed = new Map(
    events.filter(({ type }) => type === 'placed').map((one) => [one.order, one]),
  );
  for (const item of told) checkEvent(item, placed.get(item.order));
  const orders = told.filter(({ order }) => !placed.get(order)?.isTest);
  const isDecision = ({ type }) => type === 'accepted' || type === 'rejected';
  const decisions = new Map(events.filter(isDecision).map((item) => [item.order, item]));
  const newest = new Map(orders.map((item) => [item.order, item]));
  for (const item of newest.values()) {
    const isWhole = placed.has(item.order) && isAt(end, events.at(-1));
    checkDecision(item, decisions.get(item.order), isWhole);
  }
  bag.events = events;
  if (events.length === 0) return;
  const committed = events.filter(({ commitments }) => commitments !== '');
  const hidden = committed.filter(({ isReadable }) => !isReadable);
  const unproven = unprovenCodes(orders, events);
  lines.push(
    `account ${events[0].account}: events ${rangesOf(events)} are consistent`,
    `texts proven: those of ${committed.length - hidden.length} of ${committed.length} events`,
    ...(hidden.length > 0 ? [`texts erased or withheld: events ${rangesOf(hidden)}`] : []),
    ...(unproven > 0 ? [`codes that no event here proves: ${unproven}`] : []),
  );
}

function checkEvent(item, placed) {
  const { list, type, commitments, texts, salts, isTest } = item;
  if (sha256(bytesOf(item.previous), JSON.stringify(list)) !== item.hash) {
    fault(item, 'what it tells is not what was hashed');
  }
  const wrong = memberThatDiffers(item, placed);
  if (wrong !== undefined) fault(item, `the ${wrong} shown with it is not what it tells`);
  const count = { placed: isTest ? 0 : 1, reversed: 2 }[type] ?? commitments.length / 64;
  const isProven =
    commitments.length === count * 64 &&
    (item.isReadable ? isCommittedTo(item, texts ?? []) : !texts?.some((text) => text !== null));
  if (!isProven) fault(item, 'its texts are not those that it has committed to');
  if (salts && texts?.length > 0 && !hasTexts(item))
    fault(item, 'its order is shown with other texts');
  if (commitments !== '' && !item.isReadable && showsTexts(item))
    fault(item, 'its order is shown with texts, and what proves them is withheld');
}

/** `2026-01-31 23:59:59`, as orders show a time. */
const seconds = (time) => time.slice(0, 19).replace('T', ' ');
const plain = (decimal) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** The first member of the order that is not what its events tell. */
function memberThatDiffers({ type, number, order, time, shown }, placed) {
  const members = [
    ['event', type],
    ['number', number],
    ['order_id', order],
  ];
  if (shown.at !== time && shown.at !== seconds(time)) return 'at';
  if (placed) {
    const [uuid, product, name, quantity, price, total] = placed.facts;
    members.push(['order_uuid', uuid], ['product_id', Number(product)], ['product_name', name]);
    members.push(
      ['quantity', Number(quantity)],
      ['unit_price', plain(price)],
      ['price', plain(total)],
    );
    members.push(['created_at', seconds(placed.time)]);
  }
  return members.find(([name, value]) => shown[name] !== value)?.[0];
}

/** True if an order is shown with the texts that its event proves. */
function hasTexts({ type, texts, shown }) {
  if (type === 'reversed') return true;
  if (type === 'rejected') return shown.reason === texts[0];
  if (type !== 'placed')
    return shown.replay_api === null || texts.every((text) => codesOf(shown).includes(text));
  // The fields are hashed as a list of names and values, or as an object.
  const committed = parsed(texts[0]);
  const fields = Array.isArray(committed) ? Object.fromEntries(committed) : committed;
  const names = isObject(fields) && isObject(shown.data) ? Object.keys(fields) : undefined;
  return (
    names?.length === Object.keys(shown.data ?? {}).length &&
    names.every((name) => Object.hasOwn(shown.data, name) && shown.data[name] === fields[name])
  );
}

/** True if an order is shown with the texts of its event; who shows a text has its salt, too. */
function showsTexts({ type, shown }) {
  if (type === 'reversed') return false;
  if (type === 'rejected') return shown.reason !== null;
  if (type !== 'placed') return codesOf(shown).length > 0;
  return Object.keys(shown.data ?? {}).length > 0;
}

const codesOf = ({ replay_api: codes }) => (Array.isArray(codes) ? codes : []);

/** Of an order as it was told last. @param isWhole true if all events of the order are there */
function checkDecision(item, decision, isWhole) {
  if (!decision && !isWhole) return;
  const { status, decided_at: at } = item.shown;
  const expected = decision ? [decision.type.slice(0, 6), seconds(decision.time)] : ['wait', null];
  if (status !== expected[0] || at !== expected[1]) {
    fault(item, 'state or time of its order are not those of the decision');
  }
}

/** Of orders which are told, how many codes no event proves. */
function unprovenCodes(told, events) {
  const named = ({ order }, texts) => texts.map((text) => `${order} ${text}`);
  const proven = new Set(events.flatMap((item) => named(item, item.texts ?? [])));
  const shown = new Set(told.flatMap((item) => named(item, codesOf(item.shown))));
  return [...shown].filter((code) => !proven.has(code)).length;
}

// ---- Ledger and events together

const TIES = { debit: 'placed', refund: 'rejected', reversal: 'reversed' };

/**
 * That each charge, refund and reversal has its event, and the other way round. Both are written in one transaction, so they
 * come in the same order, except within a transaction, whose entries all have its time. Entries from before the first event have none; what is last may be missing in the other file, unless a
 * checkpoint says that both are whole.
 */
function checkTies({ entries, events }, end, lines) {
  if (entries.length === 0 || events.length === 0) return;
  const isWhole = [entries, events].every((items) => isAt(end, items.at(-1)));
  const placed = new Map(
    events.filter(({ type }) => type === 'placed').map((one) => [one.order, one]),
  );
  let count = 0;
  for (const [kind, type] of Object.entries(TIES)) {
    const some = entries.filter((one) => one.type === kind && one.order !== null);
    const all = events.filter(
      (one) => one.type === type && isCharged(placed.get(one.order) ?? one),
    );
    const ties = tiesOf(some, all);
    // The last event of those before the transaction, and of those up to now.
    let [before, last] = [0, 0];
    ties.forEach(([entry, event], index) => {
      if (entry.time !== ties[index - 1]?.[0].time) before = last;
      if (event.number <= before || !isTie(entry, event, placed.get(entry.order))) {
        fault(entry, `it is not what event ${event.number} tells of its order`);
      }
      last = Math.max(last, event.number);
    });
    checkLeft(
      some,
      ties.map(([entry]) => entry),
      { isWhole, isFromFirst: false },
    );
    checkLeft(
      all,
      ties.map(([, event]) => event),
      { isWhole, isFromFirst: entries[0].number === 1 },
    );
    count += ties.length;
  }
  lines.push(`entries that agree with the events of their orders: ${count}`);
}

const isAt = (end, { name, number }) => end?.heads[name][0] === number;

/** False for test orders, and for those which cost nothing. */
const isCharged = ({ type, isTest, facts }) =>
  type !== 'placed' || (!isTest && plain(facts[5]) !== '0');

function tiesOf(entries, events) {
  const waiting = new Map(events.map(({ order }) => [order, []]));
  for (const event of events) waiting.get(event.order).push(event);
  const ties = entries.map((entry) => [entry, waiting.get(entry.order)?.shift()]);
  return ties.filter(([, event]) => event);
}

function isTie({ entry, time }, event, placed) {
  const [uuid, , name, , , total] = placed?.facts ?? [];
  const amount = { placed: `-${total}`, rejected: total, reversed: event.facts[0] }[event.type];
  return (
    time === event.time &&
    (amount === undefined || amount === entry.amount) &&
    (!placed || (uuid === entry.order_uuid && name === entry.product_name))
  );
}

/**
 * That nothing is left between the first and the last of those that are tied, or behind or before them. Of the transactions of
 * the first and the last, some may be missing in the other file.
 */
function checkLeft(items, tied, { isWhole, isFromFirst }) {
  const ordered = tied.toSorted((a, b) => a.number - b.number);
  const numbers = new Set(tied.map(({ number }) => number));
  const [first, last] = [ordered[0], ordered.at(-1)];
  const isBefore = (one, other) =>
    one && other && one.number < other.number && one.time !== other.time;
  const left = items
    .filter((one) => (isWhole || isBefore(one, last)) && (isFromFirst || isBefore(first, one)))
    .find(({ number }) => !numbers.has(number));
  if (left) fault(left, left.name === 'entry' ? 'no event tells of it' : 'no entry belongs to it');
}

// ---- Checkpoints and witnesses

const newestOf = (signed) =>
  signed.reduce((newest, one) => (newest && newest.time >= one.time ? newest : one), undefined);

/** True for a head behind the ends of the chains in the files, as of a file that was loaded later. */
function isAhead({ heads }, { entries, events }) {
  const ends = [entries.at(-1), events.at(-1)].filter(Boolean);
  return ends.some(({ name, number }) => heads[name][0] > number);
}

/** That a head, which was signed or witnessed, is in the chains. */
function checkHead({ heads }, { entries, events }, { what, mayBeAhead }) {
  for (const items of [entries, events].filter(({ length }) => length > 0)) {
    const { name, number: last } = items.at(-1);
    const [number, hash] = heads[name];
    const at = number - items[0].number;
    if (number > last && mayBeAhead) continue;
    if (number > last)
      throw new Fault(`the file ends with ${name} ${last}; the ${what} tells of ${number}`);
    const known = at === -1 ? items[0].previous : (items[at]?.hash ?? hash);
    if (known !== hash) throw new Fault(`the ${what} tells of another ${name} ${number}`);
  }
}

/** What is known of the end of the files. */
function checkEnd({ entries, events, checkpoints }, { end, keys, head }, lines) {
  const last = entries.at(-1);
  if (head !== undefined && head !== (last?.hash ?? NO_HASH)) {
    throw new Fault(`the statement does not end at the entry with the hash ${head}`);
  }
  if (!last && events.length === 0) {
    const advice = 'if the account has none, add its ledger_hash';
    for (const one of checkpoints) {
      const name = ['entry', 'event'].find((each) => one.heads[each][0] > 0);
      if (name) throw new Fault(`${notChecked(one, name, 1)}, so nothing was verified`);
    }
    if (head === undefined && !(end && keys))
      throw new Fault(`there is no entry, so nothing was verified; ${advice}`);
    lines.push('there is no entry');
  }
  const newest = newestOf(checkpoints);
  for (const item of [last, events.at(-1)]) {
    if (item && newest?.heads[item.name][0] > item.number) {
      lines.push(notChecked(newest, item.name, item.number + 1));
      continue;
    }
    if (!item || isAt(end, item) || (item === last && head !== undefined)) continue;
    lines.push(
      `not checked: whether ${item === last ? 'entries' : 'events'} follow ${item.name} ${item.number}`,
    );
  }
  if (last) lines.push(`balance: ${last.entry.balance_after} USD`, `hash: ${last.hash}`);
  if (!end) return;
  const { heads, time, key } = end;
  lines.push(`checkpoint of ${time}: entry ${heads.entry[0]}, event ${heads.event[0]}, key ${key}`);
}

function notChecked({ heads, time }, name, first) {
  const items = `${name === 'entry' ? 'entries' : 'events'} ${first} to ${heads[name][0]}`;
  return `not checked: ${items} of the checkpoint of ${time} are not in the files`;
}

function checkWitnesses(given, kept, breaks, lines) {
  const witnesses = [...given.witnesses, ...kept.witnesses];
  const isBroken = (one, other) => pathBetween(one.lineage, other.lineage, breaks)?.length > 0;
  for (const one of witnesses) {
    const other = witnesses.find(({ day, signed }) => day === one.day && signed !== one.signed);
    if (other && !isBroken(one, other) && !isBroken(other, one)) {
      throw new Fault(`two different witnesses of ${one.day}: the shop has told two stories`);
    }
  }
  for (const bag of [kept, given]) {
    for (const proof of bag.proofs) {
      const what = `witness of ${proof.day}`;
      const isProven = ({ day, root, accounts }) =>
        day === proof.day && root === rootOf(proof, accounts);
      if (!witnesses.some(isProven)) throw new Fault(`the proof does not lead to the ${what}`);
      checkHead(proof, bag, { what });
      const { entry, event } = proof.heads;
      if (bag === given) lines.push(`${what}: it has your entry ${entry[0]} and event ${event[0]}`);
    }
  }
}

/** The root to which a proof leads in the tree of RFC 6962 over so many accounts. */
function rootOf({ leaf, index, path }, accounts) {
  let [node, last] = [index, accounts - 1];
  let hash = sha256(Buffer.of(0), JSON.stringify(leaf));
  if (index > last) return undefined;
  for (const other of path) {
    if (last === 0) return undefined;
    const isRight = node % 2 === 1 || node === last;
    const [left, right] = isRight ? [other, hash] : [hash, other];
    hash = sha256(Buffer.of(1), bytesOf(left), bytesOf(right));
    // A last node without a neighbor is moved up unchanged.
    while (isRight && node % 2 === 0 && node > 0) [node, last] = [node / 2, Math.floor(last / 2)];
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : undefined;
}

// ---- What was kept, and what is there now

/** The breaks that lead from one history of the database to another; undefined if no row of them does. */
function pathBetween(from, to, breaks) {
  const path = [];
  for (let at = from; at !== to; at = path.at(-1).to) {
    const next = breaks.find((one) => one.from === at && !path.includes(one));
    if (!next) return undefined;
    path.push(next);
  }
  return path;
}

/** Hashes by number: those of all entries and events, and those that were signed or witnessed. */
function pointsOf({ entries, events, checkpoints, proofs }) {
  const points = { entry: new Map(), event: new Map() };
  const heads = [...checkpoints, ...proofs].flatMap((one) => Object.entries(one.heads));
  for (const [name, [number, hash]] of heads) {
    const known = points[name].get(number) ?? hash;
    if (known !== hash)
      throw new Fault(`forked: two different hashes of ${name} ${number} are signed`);
    points[name].set(number, hash);
  }
  for (const { name, number, hash } of [...entries, ...events]) points[name].set(number, hash);
  return points;
}

/** @returns 0 if all that was kept is there, 3 if the causes of breaks explain what is not, otherwise 1 @throws Fault */
function compare(kept, given, { breaks, keys }, lines) {
  const [old, now] = [newestOf(kept.checkpoints), newestOf(given.checkpoints)];
  const path = old && now ? pathBetween(old.lineage, now.lineage, breaks) : [];
  if (!path)
    throw new Fault(
      'the database has another history than in your kept file, and no signed break is known',
    );
  const partings = ['entry', 'event']
    .map((name) => partingOf(name, kept, given, lines))
    .filter(Boolean);
  if (partings.length > 0 && path.length === 0) {
    const [{ name, number, why }] = partings;
    const isForked = old && now && keys;
    const what = isForked ? 'forked within one history' : 'altered';
    throw new Fault(
      `${what} at ${name} ${number}: ${why}${isForked ? ', and the shop has signed both' : ''}`,
    );
  }
  for (const { list } of path) {
    const [, , , time, cause, before, after] = list;
    const why = cause === '' ? '' : ` (${cause})`;
    lines.push(`broken at ${time}${why}; known before until ${before}, after from ${after}`);
  }
  const unexplained = path.find(({ list }) => list[4] === '');
  for (const { name, items, number, last } of partings) {
    const plural = name === 'entry' ? 'entries' : 'events';
    const broken = unexplained
      ? `the history was broken at ${unexplained.time} and the shop has not said why; `
      : '';
    lines.push(`${broken}${plural} ${number} to ${last} of your file are not in the new one`);
    for (const one of items) if (one.number >= number) lines.push(lineOf(one));
  }
  for (const name of ['entries', 'events']) {
    const readable = new Set(kept[name].filter((one) => one.isReadable).map(({ hash }) => hash));
    const hidden = given[name].filter((one) => !one.isReadable && readable.has(one.hash));
    if (hidden.length > 0)
      lines.push(`texts that could be read before: ${name} ${rangesOf(hidden)}`);
  }
  if (partings.length === 0) return 0;
  return unexplained ? 1 : 3;
}

/** Where the new chain is not the kept one; undefined if it is. */
function partingOf(name, kept, given, lines) {
  const [old, now] = [kept.points[name], given.points[name]];
  const numbers = [...old.keys()].filter((number) => number > 0).sort((a, b) => a - b);
  if (numbers.length === 0) return undefined;
  const last = numbers.at(-1);
  const end = [...now.keys()].reduce((most, number) => Math.max(most, number), 0);
  const common = numbers.filter((number) => now.has(number));
  const number = numbers.find(
    (one) => one > end || (now.has(one) && now.get(one) !== old.get(one)),
  );
  if (now.size === 0 || (number === undefined && common.length === 0)) {
    throw new Fault(
      `nothing in the new files can be compared with ${name} ${last} of your kept file`,
    );
  }
  if (number === undefined) {
    lines.push(
      `as in your kept file: ${common.length} of ${numbers.length} hashes, up to ${name} ${last}`,
    );
    return undefined;
  }
  const why = number > end ? 'it is missing now' : 'it has another hash than in your kept file';
  return { name, number, last, why, items: name === 'entry' ? kept.entries : kept.events };
}

function lineOf({ name, number, type, order, time, entry }) {
  const amount = entry ? ` ${entry.amount} USD` : '';
  return `  ${name} ${number}: ${type}${amount}${order === null ? '' : ` ${order}`} ${time}`;
}

// ---- The command line

const USAGE =
  'Usage: node verify.mjs FILE… [ledger_hash] [--kept FILE]… [--keys FILE] [--fingerprint HEX]…\n' +
  '       [--witness FILE]… [--head ledger_hash] [--after hash]… [--allow-withheld]';

function argumentsOf(words) {
  const list = { type: 'string', multiple: true, default: [] };
  const options = {
    ...{ kept: list, witness: list, after: list, fingerprint: list },
    ...{
      keys: { type: 'string' },
      head: { type: 'string' },
      'allow-withheld': { type: 'boolean' },
    },
  };
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
  const files = positionals.filter((word) => !fits(word, 'hash'));
  const [head = values.head, ...others] = positionals.filter((word) => fits(word, 'hash'));
  if (files.length === 0 || others.length > 0) throw new Error(USAGE);
  return { ...values, files, head, fingerprints: values.fingerprint };
}

function main(words) {
  let given;
  try {
    given = argumentsOf(words);
  } catch {
    return { code: 2, lines: [USAGE] };
  }
  try {
    const read = (file) =>
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    return verify(given.files.map(read), {
      ...given,
      ...{ kept: given.kept.map(read), witness: given.witness.map(read) },
      ...{ keys: given.keys && read(given.keys), allowWithheld: given['allow-withheld'] },
    });
  } catch (error) {
    return { code: 2, lines: [`${given.files.join(', ')}: ${error.message}`] };
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { code, lines } = main(process.argv.slice(2));
  (code === 2 ? console.error : console.log)(lines.join('\n'));
  process.exitCode = code;
}
