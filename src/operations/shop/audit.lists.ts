import { DOORS } from '../../account/caller-audit.js';
import {
  ItemRecordRepository,
  type ChangedItemValue,
  type ItemId,
  type OwnChange,
  type ValuePlace,
} from '../../catalog/record/item-record.repository.js';
import { messageKey } from '../../common/sentence.js';
import type { Position } from '../../common/paging.js';
import { AuditSearch, type FoundEntry } from '../../upkeep/audit/audit-search.repository.js';
import { json, text, time, values, whole, word } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { TIME } from '../answers/shown.js';
import { FormField, TextField, TimeField } from '../fields/fields.js';
import { list } from '../lists/list.js';
import { reading } from '../reading.js';
import { idKey, ListQuery, timeKey } from '../lists/page.js';

/** What entries can be about. */
const TARGETS = [
  ...['account', 'category', 'extension', 'group', 'import', 'operator', 'operator-token'],
  ...['order', 'product', 'recipient', 'stock', 'supplier', 'token'],
];
const TARGET = new RegExp(`^(?:${TARGETS.join('|')}) \\S`);

export class AuditQuery extends ListQuery {
  @TimeField({ optional: true, description: 'Only entries of this time or later.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only entries before this time.' })
  to?: string;

  @TextField({
    max: 100,
    min: 1,
    optional: true,
    example: 'operator:ada',
    description: 'Only entries of this actor.',
  })
  actor?: string;

  @TextField({
    max: 100,
    min: 1,
    optional: true,
    example: 'balance deposit',
    description: 'Only entries of this action.',
  })
  action?: string;

  @FormField({
    accepts: (text) => TARGET.test(text),
    max: 220,
    must: `must be a kind and an id or name, such as "group 2"; the kinds are ${TARGETS.join(', ')}`,
    refusal: messageKey('field.word', { words: TARGETS.map((kind) => `${kind} …`).join(', ') }),
    optional: true,
    example: 'group 2',
    description: 'Only entries about this thing.',
  })
  target?: string;
}

const VALUES = { example: { role: 'support' } };

/** What is kept of one change. */
const AUDIT_ENTRY = shapeOf<FoundEntry & { readonly changed: OwnChange[] | null }>()(
  'AuditEntryDto',
  {
    id: text({ example: '812', csv: 'plain' }),
    at: text({ form: { ...TIME, example: '2026-04-10T13:55:48.123456Z' }, csv: 'plain' }),
    actor: text({ example: 'operator:ada' }),
    action: text({ example: 'operator set' }),
    details: values({ example: { name: 'bob' } }),
    outcome: text.orNull({
      example: 'done',
      description:
        '`done`, or `failed: ` and the reason; null while it runs, or if it was interrupted.',
    }),
    finished_at: time.orNull(),
    role: text.orNull({ example: 'owner' }),
    door: word(DOORS).orNull({
      example: 'form',
      description: 'How it was done; null for entries of former releases.',
    }),
    address: text.orNull({ example: '203.0.113.7', csv: 'plain' }),
    request_id: text.orNull({ example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' }),
    before: values.orNull(VALUES),
    after: values.orNull(VALUES),
    changed: json.orNull({
      form: { type: 'array', items: { type: 'object' } },
      description:
        'What it has changed of the product or category that is asked for: column, from, to, and whose price or visibility; null without such a `target`.',
    }),
  },
);
export type AuditEntryDto = ShownBy<typeof AUDIT_ENTRY>;

const SEQUENCE = /^[1-9]\d{0,17}$/;

/** The product or category that is asked for. */
function itemOf({ target = '' }: AuditQuery): ItemId | undefined {
  const [, word, id = ''] = /^(product|category) (.+)$/.exec(target) ?? [];
  const itemId = idKey([id]);
  return itemId === undefined ? undefined : { kind: word as 'product' | 'category', itemId };
}

export const auditList = list({
  name: 'audit list',
  operationId: 'audit',
  summary: 'who changed what, newest first',
  permission: 'audit.read',
  route: 'GET audit',
  query: AuditQuery,
  pageName: 'AuditPageDto',
  item: AUDIT_ENTRY,
  rows: ({ services, query }) => ({
    name: 'audit',
    read: async (after: Position | undefined, limit) => {
      const entries = await services(AuditSearch).page(query, after, limit);
      const item = itemOf(query);
      if (!item) return entries.map((entry) => ({ ...entry, changed: null }));
      const ids = entries.map(({ id }) => id);
      const changed = await services(ItemRecordRepository).ofItem(item, ids);
      return entries.map((entry) => ({ ...entry, changed: changed.get(entry.id) ?? null }));
    },
    keyOf: ({ at, id }) => [at, id],
    parseKey: timeKey((id) => SEQUENCE.test(id)),
  }),
});

const KINDS = ['product', 'category', 'catalog'] as const;
const PARTS = ['values', 'price', 'visibility'] as const;

/** A product or category that a change was about, or the price or visibility of it. */
export const CHANGED_ITEM_FIELDS = {
  kind: word(KINDS)({ example: 'product' }),
  id: whole(({ itemId }: { readonly itemId: number }) => itemId, { example: 7001 }),
  name: text.orNull({ example: '60 UC' }),
  part: word(PARTS)({
    example: 'values',
    description: 'Its own values, or its price or visibility for an account, a group, or everyone.',
  }),
  account_id: whole.orNull(),
  group_id: whole.orNull(),
};

const CHANGED_VALUE = shapeOf<ChangedItemValue>()('ChangedItemValueDto', {
  ...CHANGED_ITEM_FIELDS,
  column: text({ example: 'price' }),
  from: text.orNull({ example: '0.890000000000000000' }),
  to: text.orNull({ example: '0.089000000000000000' }),
  now: text.orNull({ description: 'What it is now; it goes back while this is `to`.' }),
});
export type ChangedItemValueDto = ShownBy<typeof CHANGED_VALUE>;

export const auditItems = list({
  name: 'audit items',
  operationId: 'audit-items',
  summary: 'what a change has changed of products, categories, prices and visibility, by item',
  permission: 'audit.read',
  route: 'GET audit/:id/items',
  of: 'entry',
  item: CHANGED_VALUE,
  rows: ({ services, id }) => ({
    name: `items of ${id}`,
    read: (after: ValuePlace | undefined, limit) =>
      services(ItemRecordRepository).page(id, after, limit),
    keyOf: ({ kind, itemId, changeId, column }) => [kind, String(itemId), changeId, column],
    parseKey: placeOf,
  }),
});

function placeOf([word, item = '', changeId = '', column = '']: readonly string[]) {
  const kind = KINDS.find((one) => one === word);
  const itemId = item === '0' ? 0 : idKey([item]);
  return kind && itemId !== undefined && SEQUENCE.test(changeId)
    ? { kind, itemId, changeId, column }
    : undefined;
}

export const auditEntry = reading({
  name: 'audit show',
  operationId: 'audit-entry',
  summary: 'one change',
  permission: 'audit.read',
  route: 'GET audit/:id',
  of: 'entry',
  shape: AUDIT_ENTRY,
  read: async ({ services, id }) => ({ ...(await services(AuditSearch).get(id)), changed: null }),
});
