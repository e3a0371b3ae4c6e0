import type { AddCommands, OpenShop } from '../context/command-context.js';
import { ExtensionRecords } from '../../operator/extensions/extension-records.service.js';
import type { PortNames } from '../../operator/extensions/recorded-ports.js';
import { ShopExtensions } from '../../operator/extensions/shop-extensions.js';
import { noteChange } from '../context/noted-change.js';
import type { Row } from '../context/terminal.js';
import { addListenerCommands } from './listener.commands.js';

/** Such as `check spend-limit, listener sink (order.placed)`. */
function portsText({
  handlers = [],
  policies = [],
  checks = [],
  listeners = [],
  tokenSource = false,
}: Partial<PortNames>): string {
  return [
    ...handlers.map((name) => `handler ${name}`),
    ...policies.map((name) => `policy ${name}`),
    ...checks.map((name) => `check ${name}`),
    ...listeners.map(({ name, events }) => `listener ${name} (${events.join(' ')})`),
    ...(tokenSource ? ['token source'] : []),
  ].join(', ');
}

/** What is recorded, and then what is loaded and was not recorded yet. */
async function rowsOf(shop: OpenShop): Promise<Row[]> {
  const recorded = await shop.get(ExtensionRecords).list();
  const { loaded } = shop.get(ShopExtensions);
  const versionOf = (name: string): string | null => {
    const extension = loaded.find(({ definition }) => definition.name === name);
    return extension ? (extension.version ?? '') : null;
  };
  const fresh = loaded.filter(({ definition: { name } }) =>
    recorded.every((record) => record.name !== name),
  );
  return [
    ...recorded.map(({ name, version, ports, seenAt }) => ({
      name,
      recorded: version,
      loaded: versionOf(name),
      ports: portsText(ports),
      last_seen: seenAt,
    })),
    ...fresh.map(({ definition: { name }, version = '', ports = {} }) => ({
      name,
      recorded: null,
      loaded: version,
      ports: portsText(ports),
      last_seen: null,
    })),
  ];
}

export const addExtensionCommands: AddCommands = (extension, context) => {
  const { terminal, readShop, withShop } = context;
  extension
    .command('list')
    .description('version and ports at the last start of a server, and what is loaded here')
    .action(() =>
      readShop(
        async (shop) => {
          terminal.list(await rowsOf(shop), 'The shop has no extension.');
        },
        { withoutExtensions: true },
      ),
    );

  extension
    .command('forget')
    .description('let servers and commands work without an extension that the shop has no longer')
    .argument('<name>', 'as "souk extension list" shows it')
    .action((name: string) =>
      withShop(
        async (shop) => {
          const records = shop.get(ExtensionRecords);
          const tell = async () => {
            const record = (await records.list()).find((one) => one.name === name);
            return record ? { ...record } : null;
          };
          await noteChange(shop, tell, () => records.forget(name));
          terminal.show(
            { forgotten: name },
            `The extension ${name} is forgotten; its tables stay. A server that loads it records it again.`,
          );
        },
        { withoutExtensions: true },
      ),
    );

  addListenerCommands(extension, context);
};
