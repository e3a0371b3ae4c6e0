import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/secret-box.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { KEY_AWAITED } from '../../fulfillment/handlers/outcomes.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

/** A key that the shop does not have, and what it would be needed for. */
export interface MissingKey {
  /** 8 hexadecimal digits; others, or none, when the value is damaged. */
  readonly id: string;
  /** How many sealed values cannot be opened without it. */
  readonly values: number;
}

/** The shop's secret keys, and what depends on them. */
export interface SecretUsage {
  /** Ids of the keys that there are, the one that seals first. */
  readonly keyIds: readonly string[];
  /** The file of the embedded shop's own key. */
  readonly keyFile: string | undefined;
  readonly missing: readonly MissingKey[];
  /** Orders whose codes were delivered, but cannot be kept without a key. */
  readonly awaiting: readonly string[];
}

/** Tells which keys the sealed values need; it opens none of them. */
@Injectable()
export class SecretUsageService {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /** The keys that there are. */
  get keys(): Pick<SecretUsage, 'keyIds' | 'keyFile'> {
    return { keyIds: this.box.keyIds, keyFile: this.config.secretKeyFile };
  }

  /** Reads every sealed value's key, so it takes a moment in a large shop. */
  async usage(): Promise<SecretUsage> {
    return { ...this.keys, missing: await this.missing(), awaiting: await this.awaiting() };
  }

  /** The keys that the shop would need besides those it has. */
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

/** Of the sealed form: a byte of the version, then the key's id. */
const keyOf = ({ table, column }: EncryptedColumn): string => `
  SELECT encode(substring(${column} from 2 for 4), 'hex') AS id FROM ${table}
  WHERE ${column} IS NOT NULL`;

const USED_KEYS = `
  SELECT id, count(*)::integer AS values FROM (${ENCRYPTED_COLUMNS.map(keyOf).join(' UNION ALL ')}) used
  GROUP BY id ORDER BY id`;

const AWAITING = `
  SELECT order_id AS id FROM fulfillments WHERE NOT closed AND note = $1 ORDER BY order_id`;
