import { readFileSync } from 'node:fs';
import { renderedIngress } from './rendered-ingress.js';

/** What an example is run with, instead of what it names. */
export interface Places {
  readonly port: number;
  /** For what the proxy keeps to itself. */
  readonly innerPort: number;
  readonly folder: string;
}

/** How one of the shipped examples is run: with ports of its own, and otherwise as it is. */
export interface ProxyProgram {
  readonly file: string;
  /** The whole configuration, from the text of the example; its instances are the example's. */
  readonly adapt: (example: string, places: Places) => string;
  readonly check: (path: string) => readonly string[];
  readonly run: (path: string) => readonly string[];
}

const NGINX = {
  check: (path: string) => ['-t', '-c', path],
  run: (path: string) => ['-c', path],
};

export const PROXIES = {
  haproxy: {
    file: 'haproxy.cfg',
    adapt: (example, { port }) => example.replace('bind :8080', `bind 127.0.0.1:${port}`),
    check: (path) => ['-c', '-f', path],
    run: (path) => ['-db', '-f', path],
  },
  nginx: {
    ...NGINX,
    file: 'nginx.conf',
    adapt: (example, { port, folder }) =>
      wholeNginx(example.replace('listen 8080', `listen 127.0.0.1:${port}`), folder),
  },
  caddy: {
    file: 'Caddyfile',
    adapt: (example, { port, innerPort }) =>
      example
        .replace('\nshop.example {', `\nhttp://127.0.0.1:${port} {`)
        .replaceAll(':3009 {', `:${innerPort} {`)
        // Another Caddy on this machine may have the port of the administration.
        .replace('{\n', '{\n\tadmin off\n'),
    check: (path) => ['validate', '--adapter', 'caddyfile', '--config', path],
    run: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
  },
} as const satisfies Record<string, ProxyProgram>;

export type ProxyName = keyof typeof PROXIES;

/** The shipped examples, and the nginx that the example of Kubernetes makes of itself. */
export const FRONTS = {
  ...PROXIES,
  ingress: {
    ...NGINX,
    file: '../kubernetes/ingress-nginx/configmap.yaml',
    adapt: (example, { port, folder }) => {
      const ingress = new URL('../../deploy/kubernetes/example/ingress.yaml', import.meta.url);
      return wholeNginx(renderedIngress(example, readFileSync(ingress, 'utf8'), port), folder);
    },
  },
} as const satisfies Record<string, ProxyProgram>;

export type FrontName = keyof typeof FRONTS;

export const FRONT_NAMES = Object.keys(FRONTS) as FrontName[];

/** The program that runs it. */
export function programOf(name: FrontName): ProxyName {
  return name === 'ingress' ? 'nginx' : name;
}

/** @param http what stands in the section of that name */
function wholeNginx(http: string, folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`,
    `http { access_log off; ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}`,
    http,
    '}',
  ].join('\n');
}
