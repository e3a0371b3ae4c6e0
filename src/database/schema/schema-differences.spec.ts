import { schemaDifferences } from './schema-differences.js';
import type { LiveObject, SchemaObject } from './schema-objects.js';

const CHECK: SchemaObject = {
  kind: 'constraint',
  table: 'orders',
  name: 'orders_known',
  definition: "CHECK ((status = ANY (ARRAY['wait'::text, 'accept'::text])))",
};
const INDEX: SchemaObject = {
  kind: 'index',
  table: 'orders',
  name: 'orders_by_time',
  definition: 'CREATE INDEX orders_by_time ON public.orders USING btree (created_at)',
};
const FUNCTION: SchemaObject = {
  kind: 'function',
  table: '',
  name: 'one()',
  definition: 'CREATE OR REPLACE FUNCTION public.one() AS $$ SELECT (1)::text $$',
};
const TABLE: SchemaObject = {
  kind: 'table',
  table: 'orders',
  name: 'orders',
  definition: 'INSERT, SELECT',
};

const COLUMN: SchemaObject = {
  kind: 'column',
  table: 'orders',
  name: 'total',
  definition: 'numeric(28,8) NOT NULL',
};

/** What is found where an object is there with another definition, or does not work. */
function found(object: SchemaObject, live: Partial<LiveObject>): (string | undefined)[] {
  const differences = schemaDifferences([object], [{ ...object, fault: null, ...live }]);
  return differences.flatMap(({ fault, lacking }) => [fault, ...lacking]);
}

describe('what must be in the schema', () => {
  it.each([
    [CHECK, "CHECK (status = ANY (ARRAY['wait', 'accept']::text[]))"],
    [CHECK, `${CHECK.definition} NOT VALID`],
    [INDEX, 'CREATE INDEX orders_by_time ON orders USING btree (created_at)'],
    [INDEX, `${INDEX.definition} WITH (fillfactor='80', deduplicate_items=off)`],
    [FUNCTION, 'CREATE OR REPLACE FUNCTION one()\n AS $$ SELECT (1)::text $$'],
    [TABLE, 'DELETE, INSERT, SELECT, UPDATE'],
  ])('is the same however it is written: %j', (object, definition) => {
    expect(found(object, { definition })).toEqual([]);
  });

  it.each([
    [CHECK, "CHECK ((status = ANY (ARRAY['wait'::text])))"],
    [CHECK, `${CHECK.definition} NOT ENFORCED`],
    [INDEX, 'CREATE UNIQUE INDEX orders_by_time ON public.orders USING btree (created_at)'],
    [INDEX, `${INDEX.definition} WHERE (NOT rehearsal)`],
    [FUNCTION, 'CREATE OR REPLACE FUNCTION public.one() AS $$ SELECT 1::text $$'],
  ])('is another one when it says something else: %j', (object, definition) => {
    expect(found(object, { definition })).toEqual(['changed']);
  });

  it('is a column that was NOT NULL, and of a missing table is not named by itself', () => {
    expect(found(COLUMN, { definition: 'numeric(28,8)' })).toEqual(['nullable']);
    expect(found(COLUMN, { definition: 'numeric(28,2) NOT NULL' })).toEqual(['changed']);
    expect(schemaDifferences([COLUMN], [{ ...TABLE, fault: null }])).toHaveLength(1);
    expect(schemaDifferences([COLUMN], [])).toEqual([]);
  });

  it.each([
    ['disabled', CHECK],
    ['invalid', INDEX],
    ['not validated', CHECK],
    ['forbidden', FUNCTION],
  ] as const)('is found to be %s', (fault, object) => {
    expect(found(object, { fault })).toEqual([fault]);
  });

  it('may stay without validation where no migration has validated it', () => {
    const object = { ...CHECK, definition: `${CHECK.definition} NOT VALID` };
    expect(found(object, { fault: 'not validated' })).toEqual([]);
    expect(found(object, { definition: CHECK.definition })).toEqual([]);
  });

  it('is missing when it is not there, and a privilege when the application has not got it', () => {
    expect(schemaDifferences([CHECK], [])).toEqual([
      { object: CHECK, fault: 'missing', lacking: [] },
    ]);
    expect(found(TABLE, { definition: 'SELECT' })).toEqual(['forbidden', 'INSERT']);
  });
});
