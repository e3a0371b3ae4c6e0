import { auditTable, faultLines } from './audit-report.js';
import type { FoundFault } from './screen-visits.js';

const wide: FoundFault = {
  screen: 'orders',
  kind: 'overflow',
  text: '400 px wide',
  where: 'ar dark 320',
};

describe('the report of an audit', () => {
  it('counts the faults of each screen and kind', () => {
    const table = auditTable([
      { name: 'sign-in', as: null, pages: 18, faults: [] },
      { name: 'orders', as: 'owner', pages: 18, faults: [wide, { ...wide, kind: 'policy' }, wide] },
    ]);
    expect(table.split('\n')).toEqual([
      '| screen | seen by | pages | answer | accessibility | policy | script | overflow |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      '| sign-in | nobody | 18 | 0 | 0 | 0 | 0 | 0 |',
      '| orders | owner | 18 | 0 | 0 | 1 | 0 | 2 |',
      '| all |  | 36 | 0 | 0 | 1 | 0 | 2 |',
    ]);
  });

  it('names a fault once, with all places', () => {
    expect(faultLines([wide, { ...wide, where: 'ar light 320' }, wide])).toEqual([
      'orders: overflow: 400 px wide [ar dark 320, ar light 320]',
    ]);
  });
});
