import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type { Caller } from '../access/caller.js';
import { ListFiles } from './list-files.js';
import type { ListQuery } from '../../operations/lists/page.js';

const FILE = { columns: { id: 'plain', secret: 'plain' }, permission: 'accounts.read' } as const;

/** Somebody who has the permissions at first, and those that follow in later parts. */
function caller(permissions: string[], ...later: string[][]): Caller {
  const may = (permission: string) => permissions.includes(permission);
  const assertStillMay = () => {
    const [next = [], ...others] = later;
    return Promise.resolve(caller(next, ...others));
  };
  return { principal: { operatorId: 1 }, may, assertStillMay } as unknown as Caller;
}

it('shows in each part what the caller may see when it is read', async () => {
  const query: ListQuery = { format: 'csv' };
  const answer = await new ListFiles().answer(
    FILE,
    query,
    caller(['balance.read'], []),
    ({ cursor }, reader) =>
      Promise.resolve({
        items: [{ id: cursor ?? '1', secret: reader.may('balance.read') ? 'yes' : null }],
        next: cursor === undefined ? '2' : null,
      }),
  );
  let text = '';
  if (answer instanceof StreamedAnswer) for await (const part of answer.parts()) text += part;
  expect(text).toBe('id,secret\r\n1,yes\r\n2,\r\n');
});
