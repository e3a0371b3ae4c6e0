interface Runner {
  query(sql: string): Promise<unknown>;
}

/** In which language, time zone and form people read: the shop, each operator and each recipient of notifications. */
export class Conventions1795200000068 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  CREATE TABLE shop_conventions (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- Null while the shop has chosen none.
    language text,
    time_zone text NOT NULL DEFAULT 'UTC',
    -- From 1 for Monday to 7 for Sunday.
    week_start smallint NOT NULL DEFAULT 1
      CONSTRAINT shop_conventions_week_start CHECK (week_start BETWEEN 1 AND 7),
    money_decimals smallint NOT NULL DEFAULT 4
      CONSTRAINT shop_conventions_money_decimals CHECK (money_decimals BETWEEN 2 AND 18)
  );
  INSERT INTO shop_conventions DEFAULT VALUES;
  -- Null is as the shop has it.
  ALTER TABLE operators
    ADD COLUMN language text,
    ADD COLUMN time_zone text,
    ADD COLUMN week_start smallint;
  ALTER TABLE notification_recipients ADD COLUMN language text`;

const DOWN = `
  ALTER TABLE notification_recipients DROP COLUMN language;
  ALTER TABLE operators DROP COLUMN language, DROP COLUMN time_zone, DROP COLUMN week_start;
  DROP TABLE shop_conventions`;
