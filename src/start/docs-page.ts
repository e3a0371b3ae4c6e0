import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Application } from 'express';

const PAGE = fileURLToPath(new URL('../../assets/docs', import.meta.url));
const SWAGGER_UI = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** What the page loads, and the folder that it is in. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['docs.css', PAGE],
  ['docs.js', PAGE],
  ['swagger-ui.css', SWAGGER_UI],
  ['swagger-ui-bundle.js', SWAGGER_UI],
  ['favicon-32x32.png', SWAGGER_UI],
]);

/** Serves the documentation page, where every route of `/openapi.json` can be tried. It loads nothing from elsewhere. */
export function serveDocsPage(app: NestExpressApplication): void {
  const server = app.getHttpAdapter().getInstance() as Application;
  server.get('/docs', (request, response) => {
    // The page's addresses are relative, so that it works below any path of a proxy.
    if (request.path.endsWith('/')) response.redirect('../docs');
    else response.sendFile('index.html', { root: PAGE, cacheControl: false });
  });
  for (const [name, folder] of FILES) {
    server.get(`/docs/${name}`, (_, response) => {
      // Below a root, since the path to it may have a folder whose name begins with a dot.
      response.sendFile(name, { root: folder, cacheControl: false });
    });
  }
}
