import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/secret-box.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { KEY_AWAITED } from '../../fulfillment/handlers/outcomes.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

/** A secret key that values need but the shop does not have. */
export interface MissingKey {
  /** 8 hexadecimal digits; any text if the value is damaged. */
  readonly id: string;
  /** How many values cannot be decrypted without it. */
  readonly values: number;
}

/** The secret keys of the shop, and the values that need them. */
export interface SecretUsage {
  /** The ids of the keys; the one that encrypts comes first. */
  readonly keyIds: readonly string[];
  /** The file with the key of an embedded shop. */
  readonly keyFile: string | undefined;
  readonly missing: readonly MissingKey[];
  /** Orders whose codes a handler has delivered, but which cannot be stored without a key. */
  readonly awaiting: readonly string[];
}

/** Finds out which keys the encrypted values need, without decrypting them. */
@Injectable()
export class SecretUsageService {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /** The keys of the shop. */
  get keys(): Pick<SecretUsage, 'keyIds' | 'keyFile'> {
    return { keyIds: this.box.keyIds, keyFile: this.config.secretKeyFile };
  }

  /** Reads all encrypted values, so it takes some time in a large shop. */
  async usage(): Promise<SecretUsage> {
    return { ...this.keys, missing: await this.missing(), awaiting: await this.awaiting() };
  }

  /** The keys that are needed, but missing. */
  async missing(): Promise<MissingKey[]> {
    const known = this.box.keyIds;
    const rows = await this.database.manager.query<MissingKey[]>(USED_KEYS);
    return rows.filter(({ id }) => !known.includes(id));
  }

  private async awaiting(): Promise<string[]> {
    const rows = await this.database.manager.query<{ id: string }[]>(AWAITING, [KEY_AWAITED]);
    return rows.map(({ id }) => id);
  }
}

/** An encrypted value starts with a byte for its version and four bytes for the id of its key. */
const keyOf = ({ table, column }: EncryptedColumn): string => `
  SELECT encode(substring(${column} from 2 for 4), 'hex') AS id FROM ${table}
  WHERE ${column} IS NOT NULL`;

const USED_KEYS = `
  SELECT id, count(*)::integer AS values FROM (${ENCRYPTED_COLUMNS.map(keyOf).join(' UNION ALL ')}) used
  GROUP BY id ORDER BY id`;

const AWAITING = `
  SELECT order_id AS id FROM fulfillments WHERE NOT closed AND note = $1 ORDER BY order_id`;
