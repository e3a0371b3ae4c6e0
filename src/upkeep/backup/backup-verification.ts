import { OperatorError } from '../../common/app-error.js';
import { readLine, type TableContent, type TableHeader } from './backup-format.js';
import type { BackupReader } from './backup-reader.js';
import { ContentDigest } from './backup-writer.js';

/**
 * Reads a backup as a restore does, and compares it with what the snapshot held of each table.
 * @param path for its sentences.
 * @throws OperatorError if the file does not hold the same
 */
export async function verifyBackup(
  reader: BackupReader,
  path: string,
  written: Readonly<Record<string, TableContent>>,
): Promise<void> {
  try {
    await reader.header();
    const rows: Record<string, number> = {};
    for (const [name, { rows: count, sha256 }] of Object.entries(written)) {
      const { table } = readLine(await reader.next(), path) as TableHeader;
      const found = await contentOf(reader);
      if (table !== name || found.rows !== count || found.sha256 !== sha256) {
        throw new OperatorError(`${path} holds other rows of the table ${name} than the shop.`);
      }
      rows[name] = count;
    }
    await reader.trailer(rows);
  } catch (error) {
    throw new OperatorError(
      `${path} was read back and does not hold what was written (${error instanceof Error ? error.message : String(error)}), so it was thrown away; check the disk and the memory of this machine, and start again.`,
      { cause: error },
    );
  } finally {
    await reader.close();
  }
}

async function contentOf(reader: BackupReader): Promise<TableContent> {
  const content = new ContentDigest();
  for await (const block of reader.rows()) content.add(block);
  return content.end();
}
