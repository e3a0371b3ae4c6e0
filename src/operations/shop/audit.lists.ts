import { messageKey } from '../../common/message-key.js';
import type { Position } from '../../common/paging.js';
import { AuditSearch, type FoundEntry } from '../../upkeep/audit/audit-search.repository.js';
import { text, time, values } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { TIME } from '../answers/shown.js';
import { FormField, TextField, TimeField } from '../fields/fields.js';
import { list } from '../lists/list.js';
import { ListQuery, timeKey } from '../lists/page.js';

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
const AUDIT_ENTRY = shapeOf<FoundEntry>()('AuditEntryDto', {
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
  address: text.orNull({ example: '203.0.113.7', csv: 'plain' }),
  request_id: text.orNull({ example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' }),
  before: values.orNull(VALUES),
  after: values.orNull(VALUES),
});
export type AuditEntryDto = ShownBy<typeof AUDIT_ENTRY>;

const SEQUENCE = /^[1-9]\d{0,17}$/;

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
    read: (after: Position | undefined, limit) => services(AuditSearch).page(query, after, limit),
    keyOf: ({ at, id }) => [at, id],
    parseKey: timeKey((id) => SEQUENCE.test(id)),
  }),
});
