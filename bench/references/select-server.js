/**
 * `node select-server.js <file>`, with DATABASE_URL: a server of Node alone that runs one statement through `pg` for each
 * request, and then sends the prepared answer in the file. Ten connections, as Souk has.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { Buffer } from 'node:buffer';
import console from 'node:console';
import pg from 'pg';

const { status, headers, body, statement } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const bytes = Buffer.from(body, 'base64');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const server = createServer((_request, response) => {
  pool.query(statement.text, statement.values).then(
    ({ rowCount }) => {
      response.writeHead(rowCount === 1 ? status : 500, headers);
      response.end(bytes);
    },
    (error) => response.destroy(error),
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ listening: server.address() }));
});
process.on('SIGTERM', () => process.exit(0));
