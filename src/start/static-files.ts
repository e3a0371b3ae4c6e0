import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ServerResponse } from 'node:http';

interface ServedFiles {
  /** In `assets`. */
  readonly folder: string;
  readonly prefix: string;
  /** Replaces the header of `noStore`, for files that are there only. */
  readonly caching: string;
}

/** Serves the files of a folder as they are. */
export function serveFiles(
  app: NestExpressApplication,
  { folder, prefix, caching }: ServedFiles,
): void {
  app.useStaticAssets(fileURLToPath(new URL(`../../assets/${folder}`, import.meta.url)), {
    // Without the type, since Nest's lacks the option of Express.
    ...({ cacheControl: false } as object),
    prefix,
    index: false,
    redirect: false,
    setHeaders: (response: ServerResponse) => response.setHeader('Cache-Control', caching),
  });
}
