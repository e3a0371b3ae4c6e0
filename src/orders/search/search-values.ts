import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/secret-box.js';
import { searchForm } from './search-text.js';

/** What of an order a value is. */
export type SearchKind = 'field' | 'code';

/** A value as the index holds it, and what of an order it would be. */
export interface SoughtValue {
  readonly kind: SearchKind;
  readonly value: Buffer;
}

/** What of an order is found by its values. */
export interface SearchableOrder {
  readonly fields: Readonly<Record<string, string>>;
  readonly deliveredCodes: readonly string[] | null;
}

/** A text of an order by which it is found. */
export interface SearchableText {
  readonly kind: SearchKind;
  readonly text: string;
}

/** The texts of an order, always in the same sequence. */
export function searchableTexts({ fields, deliveredCodes }: SearchableOrder): SearchableText[] {
  return [
    ...Object.values(fields).map((text) => ({ kind: 'field', text }) as const),
    ...(deliveredCodes ?? []).map((text) => ({ kind: 'code', text }) as const),
  ];
}

/** The purposes of the keyed hashes, which differ, so that a field and a code of the same text have different values. */
const PURPOSES: Readonly<Record<SearchKind, string>> = {
  field: 'order-search-field',
  code: 'order-search-code',
};

/** Of the HMAC. */
const HASH_BYTES = 16;

/**
 * Makes the values of the index: the id of a secret key, and the HMAC of the text under that key. Without the key nobody
 * can tell what they stand for.
 */
@Injectable()
export class SearchValues {
  constructor(private readonly box: SecretBox) {}

  /** The ids of the secret keys, each four bytes, the newest first; empty if there is no key. */
  get keyIds(): readonly Buffer[] {
    return this.box.keyIds.map((id) => Buffer.from(id, 'hex'));
  }

  /** The distinct values of texts under one of the keys. */
  of(texts: readonly SearchableText[], keyId: Buffer): readonly Buffer[] {
    const values = texts
      .map(({ kind, text }) => this.valueOf(text, kind, keyId))
      .flatMap((value) => (value ? [[value.toString('hex'), value] as const] : []));
    return [...new Map(values).values()];
  }

  /** The values that a text may have in the index: as a field and as a code, under each key. */
  sought(text: string): readonly SoughtValue[] {
    return this.keyIds.flatMap((keyId) =>
      (['field', 'code'] as const).flatMap((kind) => {
        const value = this.valueOf(text, kind, keyId);
        return value ? [{ kind, value }] : [];
      }),
    );
  }

  /** Undefined for an empty text, by which nothing is found, and without the key. */
  private valueOf(text: string, kind: SearchKind, keyId: Buffer): Buffer | undefined {
    const form = searchForm(text);
    const index = this.keyIds.findIndex((id) => id.equals(keyId));
    if (form === '' || index < 0) return undefined;
    const hash = this.box.hashes(form, PURPOSES[kind])[index];
    return hash && Buffer.concat([keyId, hash.subarray(0, HASH_BYTES)]);
  }
}
