import type { EntityManager } from 'typeorm';
import type { CatalogPolicy } from '../../src/catalog/policies/catalog-policy.js';
import type { TestDatabase } from './test-database.js';

/** The tables of three policies as an extension could have them, with triggers that raise the catalog revision. */
export async function createAcmeTables(db: TestDatabase): Promise<void> {
  await db.query(`
    CREATE TABLE acme_hours (product_id integer, opens_at timestamptz, closes_at timestamptz);
    CREATE TABLE acme_countries (account_id integer, country text);
    CREATE TABLE acme_blocked (product_id integer, country text);
    CREATE TABLE acme_costs (product_id integer, cost numeric);
    CREATE TABLE acme_rate (rate numeric);
    INSERT INTO acme_rate VALUES (1);
    CREATE FUNCTION acme_note_costs() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM note_products_changed(ARRAY(SELECT product_id FROM changed_rows));
      RETURN NULL;
    END $$;
    CREATE TRIGGER acme_costs_note_insert AFTER INSERT ON acme_costs
      REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION acme_note_costs();
    CREATE TRIGGER acme_costs_note_update AFTER UPDATE ON acme_costs
      REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION acme_note_costs();`);
  for (const table of ['hours', 'countries', 'blocked', 'costs', 'rate']) {
    await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON acme_${table} TO PUBLIC`);
    if (table === 'costs') continue;
    await db.query(`CREATE TRIGGER acme_${table}_note
      AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON acme_${table}
      FOR EACH STATEMENT EXECUTE FUNCTION note_policy_change()`);
  }
}

interface Hours {
  readonly id: number;
  readonly opens: number;
  readonly closes: number;
}

/** A product is shown between two moments, in milliseconds since 1970; one without hours always. */
export const HOURS: CatalogPolicy<readonly Hours[]> = {
  name: 'hours',
  read: (manager, productId) =>
    manager.query<Hours[]>(
      `SELECT product_id AS id, floor(extract(epoch FROM opens_at) * 1000)::float8 AS opens,
              floor(extract(epoch FROM closes_at) * 1000)::float8 AS closes
       FROM acme_hours WHERE $1::integer IS NULL OR product_id = $1`,
      [productId],
    ),
  digest: (hours, _, time) =>
    hours
      .filter((each) => !isOpen(each, time))
      .map(({ id }) => id)
      .toSorted()
      .join(),
  shows: (hours, { id }, _, time) => hours.every((each) => each.id !== id || isOpen(each, time)),
  price: (_, { price }) => price,
  goodUntil: (hours, time) => {
    const later = hours.flatMap(({ opens, closes }) => [opens, closes]).filter((ms) => ms > +time);
    return later.length === 0 ? undefined : new Date(Math.min(...later));
  },
};

function isOpen({ opens, closes }: Hours, time: Date): boolean {
  return time.getTime() >= opens && time.getTime() < closes;
}

interface Countries {
  readonly countries: ReadonlyMap<number, string>;
  /** Products with the country where they are hidden. */
  readonly blocked: ReadonlySet<string>;
}

/** A product is hidden from the accounts of a country. */
export const COUNTRY: CatalogPolicy<Countries> = {
  name: 'country',
  async read(manager, productId) {
    const countries = await manager.query<{ id: number; country: string }[]>(
      'SELECT account_id AS id, country FROM acme_countries',
    );
    const blocked = await manager.query<{ id: number; country: string }[]>(
      `SELECT product_id AS id, country FROM acme_blocked
       WHERE $1::integer IS NULL OR product_id = $1`,
      [productId],
    );
    return {
      countries: new Map(countries.map(({ id, country }) => [id, country])),
      blocked: new Set(blocked.map(({ id, country }) => `${id} ${country}`)),
    };
  },
  digest({ countries, blocked }, { accountId }) {
    const country = countries.get(accountId) ?? '';
    return [...blocked]
      .filter((each) => each.endsWith(` ${country}`))
      .toSorted()
      .join();
  },
  shows: ({ countries, blocked }, { id }, { accountId }) =>
    !blocked.has(`${id} ${countries.get(accountId) ?? ''}`),
  price: (_, { price }) => price,
  goodUntil: () => undefined,
};

interface Cost {
  readonly id: number;
  readonly price: string;
}

/** A product with costs is sold at its costs times a rate; one below category 9 is left as it is. */
export const COST_PLUS: CatalogPolicy<readonly Cost[]> = {
  name: 'cost-plus',
  read: (manager: EntityManager, productId) =>
    manager.query<Cost[]>(
      `SELECT product_id AS id, trim_scale(cost * rate)::text AS price FROM acme_costs, acme_rate
       WHERE $1::integer IS NULL OR product_id = $1`,
      [productId],
    ),
  digest: (costs) => JSON.stringify(costs.map(({ id, price }) => `${id} ${price}`).toSorted()),
  shows: () => true,
  price: (costs, { id, price, categoryIds }) =>
    (categoryIds.includes(9) ? undefined : costs.find((cost) => cost.id === id)?.price) ?? price,
  goodUntil: () => undefined,
};

export const ACME = [HOURS, COUNTRY, COST_PLUS].map((port) => ({
  extension: 'acme',
  port: port,
}));
