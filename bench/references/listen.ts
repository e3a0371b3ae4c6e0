import { once } from 'node:events';
import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';

/** Has a reference listen on a free port, and says on which in the way that Souk does. */
export async function listen(app: NestExpressApplication): Promise<void> {
  await app.init();
  const server: Server = app.getHttpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.stdout.write(`${JSON.stringify({ listening: server.address() })}\n`);
  process.on('SIGTERM', () => process.exit(0));
}
