import { InvalidArgumentError } from 'commander';
import { endpointOf, type Endpoint } from '../../outgoing/endpoint.js';
import { PrivateHosts } from '../../outgoing/private-hosts.service.js';
import type { AddCommands } from '../context/command-context.js';
import { noteChanged } from '../context/noted-change.js';

const WHAT = ['<host>', 'with its port, such as 10.0.0.5:3000, or an http address'] as const;

export const addPrivateHostCommands: AddCommands = (group, { terminal, readShop, withShop }) => {
  group
    .command('list')
    .description('what may have a private address although WEBHOOK_ALLOW_PRIVATE is off')
    .action(() =>
      readShop(async (shop) => {
        const hosts = await shop.get(PrivateHosts).list();
        terminal.list(
          hosts.map(({ host, port }) => ({ host, port })),
          'No host may have a private address; see "souk private-host add".',
        );
      }),
    );

  group
    .command('add')
    .argument(...WHAT, endpointArgument)
    .description('allow private addresses to a supplier, a receiver of webhooks or a mail server')
    .action((endpoint: Endpoint) =>
      withShop(async (shop) => {
        await shop.get(PrivateHosts).add(endpoint);
        noteChanged(shop, null, { ...endpoint });
        terminal.item({ ...endpoint });
      }),
    );

  group
    .command('remove')
    .argument(...WHAT, endpointArgument)
    .description('allow it no more; from ten seconds later on no connection is opened')
    .action((endpoint: Endpoint) =>
      withShop(async (shop) => {
        await shop.get(PrivateHosts).remove(endpoint);
        noteChanged(shop, { ...endpoint }, null);
        terminal.show({ removed: endpoint }, 'It may have no private address any more.');
      }),
    );
};

function endpointArgument(text: string): Endpoint {
  const url = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (URL.canParse(url) && (url === text || /:\d+$/.test(text))) return endpointOf(url);
  throw new InvalidArgumentError('It must be a host with its port, such as 10.0.0.5:3000.');
}
