import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type { AuditSearch, FoundEntry } from '../../upkeep/audit/audit-search.repository.js';
import type { Caller } from '../access/caller.js';
import { ListFiles } from '../http/list-files.js';
import { ProblemError } from '../problems/problem.js';
import type { OperationRunner } from '../../operations/running/operation-runner.js';
import { auditList } from '../../operations/shop/audit.lists.js';
import { DeclaredLists } from './declared-lists.service.js';

const ENTRIES = 250;

const entry = (id: number) =>
  ({
    id: String(id),
    at: '2026-01-31T23:59:59.123456Z',
    actor: 'operator:ada',
    action: 'order accept',
    details: {},
    finishedAt: null,
  }) as unknown as FoundEntry;

const search = {
  page: (_filter: object, after: { id: string } | undefined, limit: number) => {
    const first = Number(after?.id ?? ENTRIES + 1) - 1;
    const ids = Array.from({ length: Math.min(limit, first) }, (_, index) => first - index);
    return Promise.resolve(ids.map(entry));
  },
} as unknown as AuditSearch;

/** @param times how often the caller still may read. */
function callerWho(times: number): Caller {
  let left = times;
  const assertStillMay = () =>
    left-- > 0
      ? Promise.resolve()
      : Promise.reject(new ProblemError('permission-missing', 'No longer.'));
  return { principal: { operatorId: 1 }, assertStillMay } as unknown as Caller;
}

async function lines(caller: Caller): Promise<string[]> {
  const runner = { services: () => search } as unknown as OperationRunner;
  const lists = new DeclaredLists(runner, new ListFiles());
  const file = await lists.answer(auditList, { query: { format: 'csv' }, caller });
  if (!(file instanceof StreamedAnswer)) throw new Error('no file');
  let text = '';
  for await (const part of file.parts()) text += part;
  return text.trimEnd().split('\r\n');
}

describe('the audit as a file', () => {
  it('has the names of the columns and each entry once', async () => {
    const [header, ...rows] = await lines(callerWho(Infinity));

    expect(header).toMatch(/^id,at,actor,action,details,outcome,/);
    expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(
      Array.from({ length: ENTRIES }, (_, index) => ENTRIES - index),
    );
  });

  it('ends when the caller may not read it any more', async () => {
    await expect(lines(callerWho(1))).rejects.toThrow('No longer.');
  });
});
