import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ServerResponse } from 'node:http';

const ASSETS = fileURLToPath(new URL('../../assets/console', import.meta.url));

/** Serves the style sheet and the scripts of the console, as they are in the folder. */
export function serveConsoleAssets(app: NestExpressApplication): void {
  app.useStaticAssets(ASSETS, {
    // Without the type, since Nest's lacks the option of Express.
    ...({ cacheControl: false } as object),
    prefix: '/console/assets/',
    index: false,
    redirect: false,
    // Replaces the header of `noStore`; browsers ask by ETag whether a file has changed.
    setHeaders: (response: ServerResponse) => response.setHeader('Cache-Control', 'no-cache'),
  });
}
