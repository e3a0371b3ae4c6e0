import { parseFlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { checkQuery } from './check-query.js';

const asked = (query: string) => checkQuery(parseFlatParameters(`orders=[a,b]${query}`));
const NOTHING = {
  ...{ listed: ['a', 'b'], byUuid: false, isSealing: false, hasDetails: false, hasReceipts: false },
};

describe('the parameters of check', () => {
  it.each([
    ['', {}],
    ['&uuid=1&seal=TRUE', { byUuid: true, isSealing: true }],
    ['&seal=0&details=true&receipts=1', { hasDetails: true, hasReceipts: true }],
  ])('%j are read', (query, what) => {
    expect(asked(query)).toEqual({ ...NOTHING, ...what });
  });

  it.each(['', 'yes', '0', 'false', '2', 'UUID'])('uuid=%s alone is as none', (uuid) => {
    expect(asked(`&uuid=${uuid}&x=1`)).toEqual(NOTHING);
  });

  it.each(['', 'yes', '2', 'on'])('are refused as soon as one of our own is there: %j', (value) => {
    for (const own of ['seal=0', 'seal=1', 'details=1', 'receipts=0']) {
      expect(() => asked(`&uuid=${value}&${own}`)).toThrow('Malformed parameter: uuid (');
    }
    for (const name of ['seal', 'details', 'receipts']) {
      expect(() => asked(`&uuid=1&${name}=${value}`)).toThrow(`Malformed parameter: ${name} (`);
    }
  });

  it('do not seal ids', () => {
    for (const query of ['&seal=1', '&seal=1&uuid=0']) {
      expect(() => asked(query)).toThrow('Parameter seal needs uuid=1');
    }
  });
});
