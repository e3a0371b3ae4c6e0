import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes, type DataFolder } from './data-folder.js';
import { codeOf } from './embedded-postgres-error.js';

/*
 * PostgreSQL ends when it cannot make the next file of its log of changes, and needs space to start again. So it is kept
 * from writing before the disk is full, and a reserve is freed for reading and for its start if something else has filled the
 * disk at once.
 */

const MEBIBYTE = 1024 ** 2;
/** With less free space the disk counts as full: two files of the log of changes. */
export const FULL_BYTES = 32 * MEBIBYTE;
/** It counts as full until so much is free, beside what the reserve lacks. */
const ENOUGH_BYTES = 2 * FULL_BYTES;
const RESERVE_BYTES = 64 * MEBIBYTE;
/** Of the reserve, kept for a start of PostgreSQL: again two files of the log of changes. */
const START_BYTES = FULL_BYTES;
/** With less free space not even a connection may be made: its process writes a file of the catalog anew if that is outdated. */
const READING_BYTES = MEBIBYTE;
/** What is freed of the reserve at once, for reading. */
const PIECE_BYTES = 4 * MEBIBYTE;
/** So much stays free beside the reserve; a smaller disk has none. */
const RESERVABLE_BYTES = 2 * ENOUGH_BYTES;

const INCLUDED = 'souk-full-disk.conf';
const INCLUDE = `\n# Souk\ninclude_if_exists = '${INCLUDED}'\n`;
/**
 * `souk.disk_is_full` tells why nothing is written. Reading writes to the log of changes, too, which is kept small, and refused
 * statements would fill the log of messages.
 */
const SETTINGS = `default_transaction_read_only = on
souk.disk_is_full = on
autovacuum = off
max_wal_size = 64MB
checkpoint_timeout = 30s
log_min_messages = fatal
`;

/** SQL, null with another database than the embedded one. */
export const DISK_IS_FULL = `(current_setting('souk.disk_is_full', true) = 'on')`;

/** PostgreSQL reads them under this name. They are put there and aside by renaming, which needs no space. */
const inForce = ({ cluster }: DataFolder): string => join(cluster, INCLUDED);
const aside = (folder: DataFolder): string => `${inForce(folder)}.off`;

/** True while the server does not write, since the disk is full. */
export async function isClosed(folder: DataFolder): Promise<boolean> {
  return (await sizeOf(inForce(folder))) !== undefined;
}

/** Before a start of the server. */
export async function prepareForDisk(folder: DataFolder): Promise<void> {
  await followDisk(folder);
  if (!(await isClosed(folder))) await prepareSettings(folder);
  // It stays as an empty file.
  else if ((await freeBytes(folder.path)) < FULL_BYTES) await orAbsent(fs.truncate(folder.reserve));
}

/** Frees a piece of the reserve when something else has filled the disk to its end, so that reading goes on. */
export async function freeForReading(folder: DataFolder): Promise<void> {
  if ((await freeBytes(folder.path)) >= READING_BYTES) return;
  const reserve = (await sizeOf(folder.reserve)) ?? 0;
  if (reserve > START_BYTES) await fs.truncate(folder.reserve, reserve - PIECE_BYTES);
}

/** Closes the server for writing, or opens it, as far as space is free. @returns true if it has to read its settings again */
export async function followDisk(folder: DataFolder): Promise<boolean> {
  const free = await freeBytes(folder.path);
  const [open, closed] = [aside(folder), inForce(folder)];
  if (!(await isClosed(folder))) return free < FULL_BYTES && renamed(open, closed);
  const reserve = (await sizeOf(folder.reserve)) ?? RESERVE_BYTES;
  return free >= ENOUGH_BYTES + RESERVE_BYTES - reserve && renamed(closed, open);
}

/** Fills the reserve where there is space for it. */
export async function keepReserve(folder: DataFolder): Promise<void> {
  const size = (await sizeOf(folder.reserve)) ?? 0;
  const lacking = RESERVE_BYTES - size;
  if (lacking <= 0 || (await freeBytes(folder.path)) < RESERVABLE_BYTES + lacking) return;
  // Random, since file systems compress.
  const piece = randomBytes(MEBIBYTE);
  const file = await fs.open(folder.reserve, 'a', 0o600);
  try {
    for (let left = lacking; left > 0; left -= MEBIBYTE) {
      await file.appendFile(piece.subarray(0, left));
    }
  } finally {
    await file.close();
  }
}

/** Has the server read the settings wherever they are, and puts them aside for the day when the disk is full. */
async function prepareSettings(folder: DataFolder): Promise<void> {
  const path = join(folder.cluster, 'postgresql.conf');
  if (!(await fs.readFile(path, 'utf8')).includes(INCLUDE)) await fs.appendFile(path, INCLUDE);
  if ((await sizeOf(aside(folder))) !== SETTINGS.length)
    await fs.writeFile(aside(folder), SETTINGS);
}

/** False if another process has done so. */
async function renamed(from: string, to: string): Promise<boolean> {
  return (await orAbsent(fs.rename(from, to).then(() => true))) ?? false;
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await orAbsent(fs.stat(path)))?.size;
}

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  });
}
