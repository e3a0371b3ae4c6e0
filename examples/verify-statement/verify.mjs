#!/usr/bin/env node
/**
 * Verifies a statement that was saved as JSON lines or as JSON. Node 20 or later, no dependency.
 *
 *   curl -sS -H "api-token: $TOKEN" "$BASE_URL/client/api/statement?format=jsonl" > statement.jsonl
 *   node verify.mjs statement.jsonl [hash] [--after HASH] [--allow-withheld]
 *
 * With the `ledger_hash` of `profile?details=1`, the statement must also end at that entry. A part that does not begin with
 * entry 1 is verified only with the `entry_hash` of the entry before it, as you have kept it, by --after. Entries whose texts
 * the shop withholds cannot be verified: they are a fault, unless --allow-withheld is given. The program ends with 0 if all
 * is consistent, with 1 if an entry is wrong or cannot be verified, and with 2 if the file is no statement.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** In the order in which they are hashed. */
const HASHED = [
  ...['account_id', 'sequence', 'kind', 'amount', 'balance_after'],
  ...['order_id', 'reference', 'note', 'actor', 'created_at'],
];
const NO_HASH = '0'.repeat(64);

class NoStatement extends Error {}

/** The entries of a file, the oldest first. A file holds an entry in each line, or answers of the shop. */
function entriesIn(text) {
  const whole = parsed(text);
  const values = whole === undefined ? text.split('\n').filter(Boolean).map(lineOf) : [whole];
  const entries = values.flatMap((value) => value?.data ?? value).map(entryOf);
  return entries.sort((one, other) => Number(one.number - other.number));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lineOf(line, index) {
  const value = parsed(line);
  if (value === undefined) throw new NoStatement(`line ${index + 1} is no JSON`);
  return value;
}

function entryOf(entry, index) {
  const isEntry =
    Number.isSafeInteger(entry?.sequence) &&
    Number.isSafeInteger(entry.account_id) &&
    ['previous_hash', 'entry_hash'].every((name) => /^[0-9a-f]{64}$/.test(entry[name])) &&
    ['amount', 'balance_after'].every((name) => /^-?[0-9]+\.[0-9]{8}$/.test(entry[name])) &&
    HASHED.slice(2).every((name) => entry[name] === null || typeof entry[name] === 'string');
  if (!isEntry) throw new NoStatement(`item ${index + 1} is no entry of a statement`);
  return { ...entry, number: BigInt(entry.sequence) };
}

/** The hash over the previous hash and all hashed columns, each with its length in bytes. */
function hashOf(entry) {
  const fields = HASHED.map((name) => {
    const text = entry[name] === null ? null : String(entry[name]);
    return text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`;
  });
  const previous = Buffer.from(entry.previous_hash, 'hex');
  return createHash('sha256').update(previous).update(fields.join('')).digest('hex');
}

/** USD in units of the eighth decimal. */
function units(text) {
  return BigInt(text.replace('.', ''));
}

/** True for an old entry whose texts the shop withholds, so that its hash cannot be computed again. */
function isWithheld({ note, actor }) {
  return note === null || actor === null;
}

/** What is wrong with an entry after the one before it; undefined for what is right. */
function faultOf(entry, before, { after, allowWithheld }) {
  if (before && entry.account_id !== before.account_id) return 'it is of another account';
  if (before && entry.number === before.number) return 'it is there twice';
  if (before && entry.number !== before.number + 1n) return 'the entry before it is missing';
  if (!before && entry.number < 1n) return 'there is no such entry';
  const isFirst = entry.number === 1n;
  if (!before && !isFirst && after === undefined) {
    return 'the entries before it are missing; if you have kept the hash of the last one of them, add --after HASH';
  }
  if (entry.previous_hash !== (before?.entry_hash ?? after ?? NO_HASH)) {
    return 'it does not carry the hash of the entry before it';
  }
  if (!isWithheld(entry) && hashOf(entry) !== entry.entry_hash) {
    return 'its columns are not those that were hashed';
  }
  const balance = before ? units(before.balance_after) : 0n;
  if ((before || isFirst) && balance + units(entry.amount) !== units(entry.balance_after)) {
    return 'its balance is not the one before it plus its amount';
  }
  if (isWithheld(entry) && !allowWithheld) {
    return 'its texts are withheld, so nothing proves its amount; if you accept that, add --allow-withheld';
  }
  return undefined;
}

/** What is to be printed, and whether all is right. */
function verdictOn(entries, { head, ...options }) {
  let before;
  for (const entry of entries) {
    const fault = faultOf(entry, before, options);
    if (fault) return [false, `account ${entry.account_id} entry ${entry.number}: ${fault}`];
    before = entry;
  }
  const end = before?.entry_hash ?? NO_HASH;
  if (head !== undefined && head !== end) {
    return [false, `the statement does not end at the entry with the hash ${head}`];
  }
  if (!before) {
    return head === undefined
      ? [
          false,
          'there is no entry, so nothing was verified; if the account has none, add its ledger_hash',
        ]
      : [true, 'there is no entry'];
  }
  const [first] = entries;
  const withheld = entries.filter(isWithheld).length;
  const lines = [
    `account ${first.account_id}: entries ${first.number} to ${before.number} are consistent`,
    `hashes computed again: ${entries.length - withheld} of ${entries.length}`,
    ...(withheld > 0
      ? [`only links and balances checked, since texts are withheld: ${withheld}`]
      : []),
    ...(head === undefined ? [`not checked: whether entries follow entry ${before.number}`] : []),
    `balance: ${before.balance_after} USD`,
    `hash: ${before.entry_hash}`,
  ];
  return [true, lines.join('\n')];
}

const USAGE =
  'Usage: node verify.mjs <statement.jsonl> [ledger_hash] [--after entry_hash] [--allow-withheld]';

/** The file and the options of the command line. */
function argumentsOf(words) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { after: { type: 'string' }, 'allow-withheld': { type: 'boolean', default: false } },
    });
    const [file, head, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new Error(USAGE);
    return { file, head, after: values.after, allowWithheld: values['allow-withheld'] };
  } catch {
    console.error(USAGE);
    process.exit(2);
  }
}

const { file, ...options } = argumentsOf(process.argv.slice(2));
try {
  const [isRight, text] = verdictOn(entriesIn(readFileSync(file, 'utf8')), options);
  console.log(text);
  process.exit(isRight ? 0 : 1);
} catch (error) {
  console.error(`${file}: ${error.message}`);
  process.exit(2);
}
