import { importsAllOrNothing } from './large-import.js';
import { openImports, type OpenedImports } from './opened-imports.js';

describe('catalog import', () => {
  let opened: OpenedImports;

  beforeAll(async () => {
    opened = await openImports();
  });
  afterAll(() => opened.close());

  it('imports 100,000 products, and nothing of a file whose row 70,001 is broken', () =>
    importsAllOrNothing(opened, 100_000, 70_001));
});
