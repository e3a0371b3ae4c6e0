import { parseFlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { feedCursor } from './feed-cursor.js';
import { feedQuery } from './feed-query.js';

const PLACE = { lineage: '0123456789abcdef', number: 12, hash: 'fedcba9876543210' };
const asked = (query: string) => feedQuery(7, parseFlatParameters(query));

describe('the parameters of the feed', () => {
  it('are all optional', () => {
    expect(asked('')).toEqual({
      ...{ since: undefined, waitSeconds: 0, types: undefined, hasReceipts: false },
    });
  });

  it('are read', () => {
    const query = `since=${feedCursor(7, PLACE)}&wait=25&type=accepted,late&receipts=1`;
    expect(asked(query)).toEqual({
      ...{ since: PLACE, waitSeconds: 25, types: ['accepted', 'late'], hasReceipts: true },
    });
    expect(asked('since=now&wait=0')).toMatchObject({ since: 'now', waitSeconds: 0 });
  });

  it.each([
    ...['26', '-1', '1.5', '01', '', ' 1', '1s', '٣', '9'.repeat(400)].map((text) => [
      'wait',
      text,
    ]),
    ...['', 'NOW', 'x', '0', 'null', feedCursor(8, PLACE)].map((text) => ['since', text]),
    ...['', 'accept', 'placed,', 'placed;late', 'PLACED'].map((text) => ['type', text]),
    ...['', '2', 'yes'].map((text) => ['receipts', text]),
  ])('are refused: %s=%s', (name, text) => {
    expect(() => asked(`${name}=${text}`)).toThrow(`Malformed parameter: ${name} (`);
  });

  it.each(['since', 'wait', 'type', 'receipts'])('are refused when repeated: %s', (name) => {
    expect(() => asked(`${name}=1&${name}=1`)).toThrow(`Parameter repeated: ${name}`);
  });
});
