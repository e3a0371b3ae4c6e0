import { openImports, type OpenedImports } from './opened-imports.js';
import { RoundTrip } from './round-trip.js';

const RUNS = { numRuns: 25 };

describe('an export of many catalogs that is imported again', () => {
  let opened: OpenedImports;
  let trip: RoundTrip;

  beforeAll(async () => {
    opened = await openImports();
    trip = new RoundTrip(opened, RUNS);
  });
  afterAll(() => opened.close());

  it.each(['JSON', 'CSV'])('changes nothing, as %s', (form) => trip.changesNothing(form));

  it('changes in the columns that a file has, and in no other', () => trip.changesItsColumns());
});
