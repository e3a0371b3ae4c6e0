import type { QueryResultRow } from 'pg';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { Line } from './line.js';
import { onServer } from './server-connection.js';
import { startSuperuserServer } from './superuser-server.js';
import type { TestDatabase } from './test-database.js';

/** A role besides those of the shop, and its password. */
const SUPERUSER = 'other_superuser';

/**
 * Starts another PostgreSQL server with an empty shop: the same database, roles and passwords, but another history, as
 * a server that was promoted has one.
 */
export async function startOtherServer(like: TestDatabase): Promise<TestDatabase> {
  const server = await startSuperuserServer();
  const database = new URL(like.url).pathname.slice(1);
  const at = (url: string): string => {
    const moved = new URL(url);
    moved.host = server.url.host;
    return moved.href;
  };
  const [url, directUrl] = [at(like.url), at(like.directUrl)];
  const superuserUrl = new URL(url);
  [superuserUrl.username, superuserUrl.password] = [SUPERUSER, SUPERUSER];
  const query = <Row extends QueryResultRow>(sql: string, parameters: readonly unknown[] = []) =>
    onServer(superuserUrl.href, async (db) => (await db.query<Row>(sql, [...parameters])).rows);
  try {
    await onServer(server.url.href, async (db) => {
      await db.query(`CREATE ROLE ${SUPERUSER} SUPERUSER LOGIN PASSWORD '${SUPERUSER}'`);
      for (const { username, password } of [new URL(url), new URL(directUrl)]) {
        await db.query(`CREATE ROLE ${username}`).catch(() => undefined);
        await db.query(`ALTER ROLE ${username} LOGIN PASSWORD '${decodeURIComponent(password)}'`);
      }
      await db.query(`CREATE DATABASE ${database} OWNER ${new URL(directUrl).username}`);
    });
    await prepareSchema({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl });
  } catch (error) {
    await server.close();
    throw error;
  }
  return { url, directUrl, query, drop: () => server.close() };
}

/** A line to the server of a database. */
export function lineTo({ url }: Pick<TestDatabase, 'url'>): Promise<Line> {
  return Line.to(serverOf(url));
}

export function serverOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
