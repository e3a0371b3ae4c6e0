/** An extension that shows a product between two moments. Its table raises the catalog revision when it changes. */
class Hours {
  async up(runner) {
    await runner.query(`
      CREATE TABLE hours_shown (product_id integer, opens_at timestamptz, closes_at timestamptz);
      CREATE TRIGGER hours_shown_note AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON hours_shown
        FOR EACH STATEMENT EXECUTE FUNCTION note_policy_change();`);
  }
}

const READ = `
  SELECT product_id AS id, floor(extract(epoch FROM opens_at) * 1000)::float8 AS opens,
         floor(extract(epoch FROM closes_at) * 1000)::float8 AS closes
  FROM hours_shown WHERE $1::integer IS NULL OR product_id = $1`;

const isOpen = ({ opens, closes }, time) => time.getTime() >= opens && time.getTime() < closes;

const hours = {
  name: 'hours',
  read: (manager, productId) => manager.query(READ, [productId]),
  digest: (facts, _audience, time) =>
    facts
      .filter((each) => !isOpen(each, time))
      .map(({ id }) => id)
      .toSorted()
      .join(),
  shows: (facts, { id }, _audience, time) =>
    facts.every((each) => each.id !== id || isOpen(each, time)),
  price: (_facts, { price }) => price,
  goodUntil: (facts, time) => {
    const later = facts
      .flatMap(({ opens, closes }) => [opens, closes])
      .filter((moment) => moment > time.getTime());
    return later.length === 0 ? undefined : new Date(Math.min(...later));
  },
};

export const extension = {
  name: 'hours',
  souk: '*',
  migrations: [Hours],
  tables: [{ name: 'hours_shown' }],
  ports: () => ({ policies: [hours] }),
};
