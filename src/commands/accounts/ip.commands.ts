import { AllowedIpService } from '../../account/access/allowed-ip.service.js';
import { idArgument, type AddCommands, type OpenShop } from '../context/command-context.js';
import { noteChange } from '../context/noted-change.js';

export const addIpCommands: AddCommands = (ip, { terminal, readShop, withShop }) => {
  ip.command('add')
    .argument('<account>', 'account id', idArgument)
    .argument('<address>', 'an address or range, such as 203.0.113.7 or 2001:db8::/32')
    .description('allow an address; the first one closes all others')
    .action((id: number, address: string) =>
      withShop(async (shop) => {
        const add = () => shop.get(AllowedIpService).add(id, address);
        const range = await noteChange(shop, () => rangesOf(shop, id), add);
        terminal.show({ account: id, range }, `Account ${id} may call from ${range}.`);
      }),
    );

  ip.command('remove')
    .argument('<account>', 'account id', idArgument)
    .argument('<address>', 'as in "souk ip list"')
    .description('take an address off the list')
    .action((id: number, address: string) =>
      withShop(async (shop) => {
        const remove = () => shop.get(AllowedIpService).remove(id, address);
        const range = await noteChange(shop, () => rangesOf(shop, id), remove);
        terminal.show({ account: id, range }, `${range} is off the list of account ${id}.`);
      }),
    );

  ip.command('list')
    .argument('<account>', 'account id', idArgument)
    .description('the addresses of an account')
    .action((id: number) =>
      readShop(async (shop) => {
        const ips = await shop.get(AllowedIpService).list(id);
        const rows = ips.map(({ range, createdAt }) => ({ range, added: createdAt }));
        terminal.list(rows, `Account ${id} may call from everywhere.`);
      }),
    );
};

async function rangesOf(shop: OpenShop, accountId: number): Promise<{ readonly ranges: string[] }> {
  const ips = await shop.get(AllowedIpService).list(accountId);
  return { ranges: ips.map(({ range }) => range) };
}
