import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { Database } from '../../database/database.js';
import { pictureType } from './picture-type.js';

/** A picture that is kept. */
export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Of one picture. */
export const MAX_PICTURE_BYTES = 300_000;
/** Of all pictures of a shop. */
const MAX_KEPT_BYTES = 1_000_000_000;
const MAX_MEMORY_BYTES = 16 * 1024 * 1024;
/** Beyond, readers are answered 111. */
const MAX_WAITING_READERS = 500;

/** Stored in an item as the path of its image. */
const PATH = '/images/';
const HASH = /^[0-9a-f]{64}$/;

/** $1 and $2: hash and type; $3: the bytes; $4: the most bytes of all. The size of a value is known without reading it. */
const ADD = `
  INSERT INTO pictures (hash, type, bytes)
  SELECT $1, $2, $3::bytea
  WHERE (SELECT coalesce(sum(octet_length(bytes)), 0) FROM pictures) + octet_length($3::bytea) <= $4
  ON CONFLICT (hash) DO UPDATE SET created_at = now()
  RETURNING hash`;

/** Some pictures of no product and no category; a sync that runs may be about to use new ones. */
const DELETE_UNUSED = `
  DELETE FROM pictures WHERE hash IN (
    SELECT hash FROM pictures WHERE created_at < now() - interval '1 day' AND NOT EXISTS (
      SELECT FROM products WHERE image = '${PATH}' || hash AND deleted_at IS NULL
    ) AND NOT EXISTS (
      SELECT FROM categories WHERE image = '${PATH}' || hash AND deleted_at IS NULL)
    LIMIT 100)`;

/** Pictures of products and categories, in the database by their content, so that every instance and each backup has them. */
@Injectable()
export class Pictures {
  private readonly maxKeptBytes = MAX_KEPT_BYTES;
  private readonly inMemory = new LRUCache<string, Picture>({
    maxSize: MAX_MEMORY_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });

  private waiting = 0;
  private reads: Promise<unknown> = Promise.resolve();

  constructor(private readonly database: Database) {}

  /**
   * Keeps a picture; when there is no room, those that nothing shows any more go first.
   * @returns the path of its image; undefined for other content than PNG, JPEG and WebP, and without room
   */
  async add(bytes: Buffer): Promise<string | undefined> {
    const type = pictureType(bytes);
    if (type === undefined || bytes.length > MAX_PICTURE_BYTES) return undefined;
    const name = hash('sha256', bytes);
    const { manager } = this.database;
    const isAdded = async () => {
      const added = await manager.query<object[]>(ADD, [name, type, bytes, this.maxKeptBytes]);
      return added.length === 1;
    };
    if (await isAdded()) return PATH + name;
    await manager.query(DELETE_UNUSED);
    return (await isAdded()) ? PATH + name : undefined;
  }

  /**
   * Reads a picture; one at a time, so that whoever asks for many leaves the connections of the database to orders.
   * @throws TemporarilyUnavailableError (111) when too many wait
   */
  async find(name: string): Promise<Picture | undefined> {
    const known = this.inMemory.get(name);
    if (known || !HASH.test(name)) return known;
    if (this.waiting >= MAX_WAITING_READERS) throw new TemporarilyUnavailableError();
    this.waiting += 1;
    const read = this.reads.then(() => this.read(name));
    this.reads = read.then(
      () => undefined,
      () => undefined,
    );
    return read.finally(() => {
      this.waiting -= 1;
    });
  }

  private async read(name: string): Promise<Picture | undefined> {
    const sql = 'SELECT type, bytes FROM pictures WHERE hash = $1';
    const [found] = await this.database.manager.query<Picture[]>(sql, [name]);
    if (found) this.inMemory.set(name, found);
    return found;
  }
}
