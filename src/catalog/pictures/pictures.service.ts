import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { OperatorError, TemporarilyUnavailableError } from '../../common/app-error.js';
import { ownBytes } from '../../common/own-bytes.js';
import { sentence } from '../../common/sentence.js';
import { shareOf } from '../../common/server-worker.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { pictureType } from './picture-type.js';
import type { ItemsWithImages, ShownPicture } from './shown-picture.js';
import { assertPicture } from './uploaded-picture.js';

/** A picture that is kept. */
export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Of one picture. */
export const MAX_PICTURE_BYTES = 300_000;
const MEGABYTE = 1_000_000;
const MAX_MEMORY_BYTES = 16 * 1024 * 1024;
/** Of different pictures; beyond, readers are answered 111. */
const MAX_WAITING_READS = shareOf(500);

/** Stored in an item as the path of its image. */
const PATH = '/images/';
const NAME = /^[0-9a-f]{32}$/;
const NAME_BYTES = 16;

/** $1: a new name; $2: the type; $3: the bytes; $4: the most bytes of all. The size of a value is known without reading it. */
const ADD = `
  INSERT INTO pictures (name, hash, type, bytes)
  SELECT $1, sha256($3::bytea), $2, $3::bytea
  WHERE EXISTS (SELECT FROM pictures WHERE hash = sha256($3::bytea))
    OR (SELECT coalesce(sum(octet_length(bytes)), 0) FROM pictures) + octet_length($3::bytea) <= $4
  ON CONFLICT (hash) DO UPDATE SET created_at = now()
  RETURNING name`;

/** $1: what becomes of the images, as a JSON list. */
const showIn = (items: ItemsWithImages): string => `
  UPDATE ${items} SET image = shown.image
  FROM json_to_recordset($1::json) AS shown (id integer, former text, image text)
  WHERE ${items}.id = shown.id
    AND (${items}.image = former OR ${items}.image IS NULL AND shown.image IS NOT NULL)`;
const SHOW = { products: showIn('products'), categories: showIn('categories') };

/** Some pictures that nothing shows; deleted items count, since they may come back. New ones may be about to be shown. */
const DELETE_UNUSED = `
  DELETE FROM pictures WHERE name IN (
    SELECT name FROM pictures picture WHERE created_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM products WHERE image = '${PATH}' || picture.name)
      AND NOT EXISTS (SELECT FROM categories WHERE image = '${PATH}' || picture.name)
      AND NOT EXISTS (SELECT FROM shop_branding WHERE logo = '${PATH}' || picture.name)
    LIMIT 100)`;

/** Pictures of products, categories and the shop, in the database by their content, so that every instance and each backup has them. */
@Injectable()
export class Pictures {
  /** Of all pictures of the shop. */
  private readonly maxKeptBytes: number;
  private readonly inMemory = new LRUCache<string, Picture>({
    maxSize: MAX_MEMORY_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });

  /** Reads that run or wait, by name. */
  private readonly reads = new Map<string, Promise<Picture | undefined>>();
  private lastRead: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) { PICTURES_MB }: SoukConfig,
  ) {
    this.maxKeptBytes = PICTURES_MB * MEGABYTE;
  }

  /**
   * Keeps a picture that an operator uploads.
   * @param maxBytes of this kind of pictures
   * @returns the path of its image
   * @throws OperatorError that says why it is not kept
   */
  async upload(bytes: Buffer, maxBytes = MAX_PICTURE_BYTES): Promise<string> {
    assertPicture(bytes, maxBytes);
    const path = await this.add(bytes);
    if (path === undefined) throw new OperatorError(...sentence('picture.room'));
    return path;
  }

  /**
   * Keeps a picture; when there is no room, those that nothing shows any more go first.
   * @returns the path of its image; undefined for other content than PNG, JPEG and WebP, and without room
   */
  async add(bytes: Buffer): Promise<string | undefined> {
    const type = pictureType(bytes);
    if (type === undefined || bytes.length > MAX_PICTURE_BYTES) return undefined;
    const { manager } = this.database;
    const added = async () => {
      const name = randomBytes(NAME_BYTES).toString('hex');
      const values = [name, type, bytes, this.maxKeptBytes];
      const [row] = await manager.query<{ name: string }[]>(ADD, values);
      return row && PATH + row.name;
    };
    const path = await added();
    if (path !== undefined) return path;
    await manager.query(DELETE_UNUSED);
    return added();
  }

  /** Shows pictures, in the transaction of the caller. An image that somebody has set meanwhile stays. */
  async show(
    manager: EntityManager,
    items: ItemsWithImages,
    shown: readonly ShownPicture[],
  ): Promise<void> {
    // Even a statement that changes no row raises the revision of the catalog.
    if (shown.length > 0) await manager.query(SHOW[items], [JSON.stringify(shown)]);
  }

  /**
   * Reads a picture; one at a time, so that whoever asks for many leaves the connections of the database to orders.
   * @throws TemporarilyUnavailableError (111) when too many wait
   */
  async find(name: string): Promise<Picture | undefined> {
    const known = this.inMemory.get(name);
    if (known || !NAME.test(name)) return known;
    const running = this.reads.get(name);
    if (running) return running;
    if (this.reads.size >= MAX_WAITING_READS) throw new TemporarilyUnavailableError();
    const read = this.lastRead.then(() => this.read(name));
    this.reads.set(name, read);
    this.lastRead = read
      .catch(() => undefined)
      .finally(() => {
        this.reads.delete(name);
      });
    return read;
  }

  private async read(name: string): Promise<Picture | undefined> {
    const sql = 'SELECT type, bytes FROM pictures WHERE name = $1';
    const [found] = await this.database.manager.query<Picture[]>(sql, [name]);
    if (!found) return undefined;
    const picture = { ...found, bytes: ownBytes(found.bytes) };
    this.inMemory.set(name, picture);
    return picture;
  }
}
