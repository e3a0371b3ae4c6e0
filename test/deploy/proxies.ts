/** How one of the shipped examples is run: with ports of its own, and otherwise as it is. */
export interface ProxyProgram {
  readonly file: string;
  /** The whole configuration, from the text of the example. */
  readonly adapt: (example: string, port: number, folder: string) => string;
  readonly check: (path: string) => readonly string[];
  readonly run: (path: string) => readonly string[];
}

export const PROXIES = {
  haproxy: {
    file: 'haproxy.cfg',
    adapt: (example, port) => example.replace('bind :8080', `bind 127.0.0.1:${port}`),
    check: (path) => ['-c', '-f', path],
    run: (path) => ['-db', '-f', path],
  },
  nginx: {
    file: 'nginx.conf',
    adapt: (example, port, folder) =>
      [
        `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`,
        `http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
          .join(' ')}`,
        example.replace('listen 8080', `listen 127.0.0.1:${port}`),
        '}',
      ].join('\n'),
    check: (path) => ['-t', '-c', path],
    run: (path) => ['-c', path],
  },
  caddy: {
    file: 'Caddyfile',
    adapt: (example, port) =>
      example
        .replace('\nshop.example {', `\nhttp://127.0.0.1:${port} {`)
        // Another Caddy on this machine may have the port of the administration.
        .replace('{\n', '{\n\tadmin off\n'),
    check: (path) => ['validate', '--adapter', 'caddyfile', '--config', path],
    run: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
  },
} as const satisfies Record<string, ProxyProgram>;

export type ProxyName = keyof typeof PROXIES;
