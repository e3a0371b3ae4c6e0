/** `node bare-server.js <file>`: a server of Node alone that sends the prepared answer in the file to everyone. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { Buffer } from 'node:buffer';
import console from 'node:console';

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const bytes = Buffer.from(body, 'base64');
const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ listening: server.address() }));
});
process.on('SIGTERM', () => process.exit(0));
