import { agreeAfterChanges, agreeingCatalog, type AgreeingCatalog } from './agreeing-catalog.js';

/** The long spec makes more; `npm run changes` makes 20,000. */
const CHANGES = 40;

let catalog: AgreeingCatalog;

beforeAll(async () => {
  // A shop of its own: everything in it changes by chance, on two servers.
  catalog = await agreeingCatalog();
});
afterAll(() => catalog.close());

it('copies that are kept by changes equal catalog after a few steps', () =>
  agreeAfterChanges(catalog, CHANGES));
