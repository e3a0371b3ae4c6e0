import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { statementShape } from '../../src/books/statement-shape.js';
import { numericText } from '../../src/common/decimal.js';
import {
  ACCOUNT,
  usdText,
  type HistoryEntry,
  type HistoryEvent,
  type ReceiptHistory,
} from './receipt-history.js';

/** What a reseller has saved of a shop. */
export interface ReceiptFiles {
  /** JSON lines, the last one with the checkpoint. */
  readonly statement: string;
  /** An answer of orders/changes. */
  readonly changes: string;
  /** An answer of receipts/keys. */
  readonly keys: string;
  /** An answer of receipts/proof: the proof for the account, and the witness of the day. */
  readonly witness: string;
}

export interface Signer {
  readonly fingerprint: string;
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** DER of a private Ed25519 key up to its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function signerOf(seed: number): Signer {
  const der = Buffer.concat([PKCS8, Buffer.alloc(32, seed)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    fingerprint: sha256(raw).toString('hex'),
    publicKey: raw.toString('base64'),
    privateKey,
  };
}

export function signed(texts: readonly string[], { privateKey, fingerprint }: Signer) {
  const text = JSON.stringify(texts);
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  return { signed: text, signature, key: fingerprint };
}

export interface Served {
  readonly signer?: Signer;
  readonly lineage?: string;
  /** When the checkpoint is made. */
  readonly time?: string;
  readonly breaks?: readonly object[];
  /** How many accounts the witness counts, and which of them the account is. */
  readonly place?: readonly [accounts: number, index: number];
}

const FIRST_SIGNER = signerOf(1);
export const DAY = '2026-01-31';
const NO_HASH = Buffer.alloc(32);

/** The files that a shop serves of a history, as it stands. */
export function servedFiles(history: ReceiptHistory, served: Served = {}): ReceiptFiles {
  const {
    signer = FIRST_SIGNER,
    lineage = 'lineage-1',
    time = '2026-02-01T00:00:00.000000Z',
  } = served;
  const head = headOf(history);
  const checkpoint = signed(['souk checkpoint 1', ...head, time, lineage], signer);
  const lines = history.entries.map((entry) => statementLine(history, entry)).toReversed();
  const data = history.events.map((event) => feedItem(history, event));
  const key = {
    ...{ key: signer.fingerprint, algorithm: 'Ed25519', public_key: signer.publicKey },
    ...{ from: '2026-01-01T00:00:00.000000Z', until: null, reason: null },
  };
  const [accounts, index] = served.place ?? [5, 4];
  const leaves = Array.from({ length: accounts }, (_, at) =>
    leafHash(at === index ? head : [String(100 + at), ...head.slice(1)]),
  );
  const { root, path } = treeOf(leaves, index);
  const witness = ['souk witness 1', DAY, time, String(accounts), root.toString('hex'), lineage];
  const proof = { day: DAY, leaf: head, index, path: path.map((hash) => hash.toString('hex')) };
  return {
    statement: [...lines, { checkpoint }].map((line) => `${JSON.stringify(line)}\n`).join(''),
    changes: JSON.stringify({ status: 'OK', data, cursor: 'x', checkpoint }),
    keys: JSON.stringify({ status: 'OK', keys: [key], breaks: served.breaks ?? [] }),
    witness: JSON.stringify({ status: 'OK', ...proof, witness: signed(witness, signer) }),
  };
}

function headOf({ entries, events }: ReceiptHistory): string[] {
  const [entry, event] = [entries.at(-1), events.at(-1)];
  const hex = (hash: Buffer = NO_HASH): string => hash.toString('hex');
  return [
    ...[String(ACCOUNT), event?.number ?? '0', hex(event?.hash)],
    ...[entry?.sequence ?? '0', hex(entry?.hash)],
  ];
}

function statementLine(history: ReceiptHistory, entry: HistoryEntry): object {
  const { isWithheld, reference, note, actor, salts } = entry;
  const order = entry.orderId === null ? undefined : history.orders.get(entry.orderId);
  const texts = { reference, note, actor, salts };
  const withheld = { reference: null, note: null, actor: null, salts: null };
  return statementShape({
    ...{ ...history.textsOf(entry), previousHash: entry.previousHash, entryHash: entry.hash },
    ...(isWithheld ? withheld : texts),
    ...{ orderUuid: order?.uuid ?? null, productName: order?.productName ?? null },
  });
}

function feedItem(history: ReceiptHistory, event: HistoryEvent): object {
  const order = history.orders.get(event.orderId)!;
  const { accountId, number, type, orderId, createdAt, facts, commitments } =
    history.eventTexts(event);
  const seconds = (time: string): string => time.slice(0, 19).replace('T', ' ');
  return {
    ...{ event: type, number: Number(number), at: createdAt },
    ...{ order_id: orderId, quantity: Number(order.quantity) },
    ...{ data: Object.fromEntries(order.fields), created_at: seconds(order.createdAt) },
    ...{ product_name: order.productName, price: numericText(usdText(order.total)) },
    ...{ status: order.status, replay_api: order.codes, order_uuid: order.uuid },
    ...{ product_id: Number(order.productId), unit_price: numericText(order.unitPrice) },
    ...{ reason: order.reason, decided_at: order.decidedAt && seconds(order.decidedAt) },
    codes_unavailable: false,
    receipt: {
      event: [accountId, number, type, orderId, createdAt, ...facts, commitments],
      ...{ previous_hash: event.previousHash.toString('hex'), hash: event.hash.toString('hex') },
      ...{ salts: event.salts?.toString('hex') ?? null, texts: event.texts },
    },
  };
}

/** The tree of RFC 6962, and the path to one of its leaves, the lowest first. */
function treeOf(leaves: readonly Buffer[], index: number): { root: Buffer; path: Buffer[] } {
  const [first, ...others] = leaves;
  if (first === undefined || others.length === 0) return { root: first ?? NO_HASH, path: [] };
  const half = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  const isLeft = index < half;
  const left = treeOf(leaves.slice(0, half), isLeft ? index : 0);
  const right = treeOf(leaves.slice(half), isLeft ? 0 : index - half);
  const [near, far] = isLeft ? [left, right] : [right, left];
  return { root: nodeHash(left.root, right.root), path: [...near.path, far.root] };
}

function leafHash(leaf: readonly string[]): Buffer {
  return sha256(Buffer.concat([Buffer.of(0), Buffer.from(JSON.stringify(leaf))]));
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return sha256(Buffer.concat([Buffer.of(1), left, right]));
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
