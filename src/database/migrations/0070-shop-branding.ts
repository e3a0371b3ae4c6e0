interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The name, logo and color of the shop. */
export class ShopBranding1795200000070 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE shop_branding');
  }
}

const UP = `
  CREATE TABLE shop_branding (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    name text,
    -- A path below /images.
    logo text,
    color text CONSTRAINT shop_branding_color CHECK (color ~ '^#[0-9a-f]{6}$')
  );
  INSERT INTO shop_branding DEFAULT VALUES`;
