const response = await fetch('./openapi.json');
const description = await response.json();

// The page may be open under another name than the shop's own, such as 127.0.0.1 or behind a proxy; calls go where the
// page came from.
const { href } = new URL('.', location.href);

globalThis.SwaggerUIBundle({
  spec: { ...description, servers: [{ url: href.replace(/\/$/, '') }] },
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  // Highlighting a whole catalog would keep the browser busy for minutes.
  syntaxHighlight: { activated: false },
});
