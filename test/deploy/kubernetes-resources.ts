import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const FOLDER = `${ROOT}deploy/kubernetes`;

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds?: number;
  readonly failureThreshold: number;
}

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: object;
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: object;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string }[];
}

interface PodTemplate {
  readonly spec: PodSpec;
  readonly metadata: { readonly labels: object };
}

/** What the tests read of all kinds. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: object };
  readonly data?: Record<string, string>;
  readonly spec: {
    readonly template: PodTemplate;
    readonly jobTemplate: { readonly spec: { readonly template: PodTemplate } };
    readonly replicas?: number;
    readonly selector: object;
    readonly ports: readonly { readonly targetPort: string }[];
    readonly ingress: readonly { readonly ports: readonly { readonly port: string }[] }[];
  };
}

interface Generator {
  readonly configMapGenerator: readonly { readonly literals: readonly string[] }[];
}

export function textOf(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}

export function resourcesIn(folder: string): Resource[] {
  return readdirSync(`${FOLDER}/${folder}`)
    .filter((file) => file !== 'kustomization.yaml')
    .map((file) => load(textOf(`deploy/kubernetes/${folder}/${file}`)) as Resource);
}

export function literalsOf(folder: string): Record<string, string> {
  const { configMapGenerator } = load(
    textOf(`deploy/kubernetes/${folder}/kustomization.yaml`),
  ) as Generator;
  const literals = configMapGenerator.flatMap((generator) => generator.literals);
  return Object.fromEntries(literals.map((literal) => literal.split('=') as [string, string]));
}

export const resources = resourcesIn('base');
export const of = (kind: string): Resource => resources.find((resource) => resource.kind === kind)!;
export const deployment = of('Deployment');
export const server = deployment.spec.template.spec;
export const [container] = server.containers;
export const [migration] = server.initContainers!;
/** Each is taken by an overlay that names it. */
export const COMPONENTS = ['backup', 'metrics', 'autoscaling', 'console'];
export const components = COMPONENTS.flatMap(resourcesIn);
export const backup = components.find(({ kind }) => kind === 'CronJob')!.spec.jobTemplate.spec
  .template.spec;
export const settings = literalsOf('base');

/** Sentences for what the description of the API server does not allow. */
export function faultsOf(resource: Resource): string[] {
  const schema = JSON.parse(textOf('test/deploy/kubernetes-schema.json')) as object;
  const ajv = new Ajv({ strict: false, allErrors: true });
  const group = resource.apiVersion.replace('.k8s.io', '').replace('/', '.');
  const name = `${group.includes('.') ? group : `core.${group}`}.${resource.kind}`;
  const validate = ajv.compile({ ...schema, $ref: `#/$defs/${name}` });
  validate(resource);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${resource.kind} ${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}
