import type { Group } from '../asked.js';
import { ACCESS } from './access.js';
import { BODIES } from './bodies.js';
import { AUDIENCES, CATALOG, CATALOG_WHOLE } from './catalog.js';
import { CHECK } from './check.js';
import { DOCUMENTS, OPENAPI } from './documents.js';
import { ENCODINGS } from './encodings.js';
import { FIELDS } from './fields.js';
import { NEW_ORDER } from './new-order.js';
import { ODD_URLS } from './odd-urls.js';
import { PRODUCTS_QUERY } from './products-query.js';
import { QUANTITIES } from './quantities.js';
import { RAW } from './raw.js';
import { REPLAYS } from './replays.js';
import { ROUTES } from './routes.js';
import { STATES } from './states.js';

/** Everything that is recorded, in the order in which it is asked: what changes the catalog comes late. */
export const GROUPS: readonly Group[] = [
  DOCUMENTS,
  OPENAPI,
  CATALOG,
  CATALOG_WHOLE,
  AUDIENCES,
  PRODUCTS_QUERY,
  ENCODINGS,
  ROUTES,
  ACCESS,
  ODD_URLS,
  RAW,
  NEW_ORDER,
  QUANTITIES,
  FIELDS,
  BODIES,
  CHECK,
  STATES,
  REPLAYS,
];
