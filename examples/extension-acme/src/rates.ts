import { Injectable } from '@nestjs/common';
import { Database, OperatorError } from 'souk';

export interface Rate {
  readonly currency: string;
  /** USD per unit of the currency, as plain decimal text. */
  readonly usd: string;
}

/** Exchange rates, in a table of our own. */
@Injectable()
export class Rates {
  constructor(private readonly database: Database) {}

  /** @throws OperatorError in one sentence, which the command prints. */
  async set({ currency, usd }: Rate): Promise<void> {
    if (!/^[A-Z]{3}$/.test(currency)) {
      throw new OperatorError(`A currency has three capital letters; "${currency}" has not.`);
    }
    if (!/^\d{1,9}(\.\d{1,9})?$/.test(usd) || Number(usd) === 0) {
      throw new OperatorError(`A rate is an amount of USD above 0; "${usd}" is not.`);
    }
    await this.database.transaction((manager) =>
      manager.query(
        `INSERT INTO acme_rates (currency, usd) VALUES ($1, $2)
         ON CONFLICT (currency) DO UPDATE SET usd = excluded.usd`,
        [currency, usd],
      ),
    );
  }

  list(): Promise<Rate[]> {
    return this.database.manager.query(
      'SELECT currency, usd::text FROM acme_rates ORDER BY currency',
    );
  }
}
