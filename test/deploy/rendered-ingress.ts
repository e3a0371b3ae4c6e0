import { load } from 'js-yaml';

/** What is read of the overlay's Ingress and of the controller's ConfigMap. */
interface Ingress {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
  readonly spec: {
    readonly rules: readonly {
      readonly http: { readonly paths: readonly { path: string; pathType: string }[] };
    }[];
  };
}

const ANNOTATION = 'nginx.ingress.kubernetes.io';

/**
 * The part of nginx's configuration that ingress-nginx makes of the example, by its template; what its Lua does is left
 * out. That picks from the endpoints of `souk`, or from those of `souk-serving` where no pod is ready: the same two here,
 * as all pods are in one or the other. An operator's annotation `limit-rps: '50'` is rendered, too; the example has none.
 */
export function renderedIngress(configMap: string, ingress: string, port: number): string {
  const { data } = load(configMap) as { data: Readonly<Record<string, string>> };
  const { metadata, spec } = load(ingress) as Ingress;
  const annotation = (name: string): string => metadata.annotations[`${ANNOTATION}/${name}`]!;
  const paths = spec.rules[0]!.http.paths.flatMap(({ path, pathType }) =>
    pathType === 'Exact' ? [`= ${path}`] : [`${path}/`, `= ${path}`],
  );
  const location = (path: string): string => `
    location ${path} {
      limit_req zone=rps burst=250 nodelay;
      client_max_body_size ${annotation('proxy-body-size')};
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_set_header X-Real-IP $remote_addr;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 5s;
      proxy_send_timeout 60s;
      proxy_read_timeout ${annotation('proxy-read-timeout')}s;
      proxy_buffering off;
      proxy_request_buffering on;
      proxy_http_version 1.1;
      proxy_next_upstream error timeout;
      proxy_next_upstream_timeout 0;
      proxy_next_upstream_tries 3;
      proxy_pass http://upstream_balancer;
      proxy_redirect off;
    }`;
  return `
  limit_req_status ${data['limit-req-status-code']!};
  limit_req_zone $binary_remote_addr zone=rps:5m rate=50r/s;
  ${data['http-snippet']!.replace('shop\\.example', '127\\.0\\.0\\.1')}
  upstream upstream_balancer {
    server 127.0.0.1:3001 max_fails=0;
    server 127.0.0.1:3002 max_fails=0;
    keepalive 320;
    keepalive_timeout 60s;
  }
  server {
    server_name shop.example;
    listen 127.0.0.1:${port};
    ${data['server-snippet']!}
    ${paths.map(location).join('\n')}
    location / { return 404; }
  }`;
}
