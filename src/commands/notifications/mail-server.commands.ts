import { Option } from 'commander';
import {
  MAIL_SECURITIES,
  type MailSecurity,
  type MailServer,
} from '../../notifications/mail/mail-server.entity.js';
import { MailServers } from '../../notifications/mail/mail-server.service.js';
import { endpoint } from '../../outgoing/endpoint.js';
import { limitArgument, type AddCommands } from '../context/command-context.js';
import { noteChange } from '../context/noted-change.js';
import { allowSetHost } from '../context/set-host.js';
import type { Row } from '../context/terminal.js';
import { typedSecret } from '../context/typed-secret.js';

interface SetOptions {
  readonly host?: string;
  readonly port?: number;
  readonly security?: MailSecurity;
  readonly username?: string;
  readonly passwordFile?: string;
  readonly passwordStdin?: true;
  readonly from?: string;
}

export const addMailServerCommands: AddCommands = (server, { terminal, readShop, withShop }) => {
  server
    .command('show')
    .description('the mail server, without its password')
    .action(() =>
      readShop(async (shop) => {
        terminal.item(rowOf(await shop.get(MailServers).get()));
      }),
    );

  server
    .command('set')
    .description('change the mail server; a new host or user name needs the password again')
    .option('--host <name>', 'a name or address, also a private one')
    .option('--port <n>', '587 unless set', limitArgument)
    .addOption(
      new Option(
        '--security <how>',
        'tls from the beginning, starttls, which is required then, or none; starttls unless set',
      ).choices(MAIL_SECURITIES),
    )
    .option('--username <name>', 'to sign in with')
    .option('--password-file <file>', 'file with the password')
    .option('--password-stdin', 'the password comes by standard input')
    .option('--from <address>', 'e-mail address that messages come from')
    .action(({ passwordFile: file, passwordStdin: isStdin, from, ...options }: SetOptions) =>
      withShop(async (shop) => {
        const password = await typedSecret({ file, isStdin }, 'password', terminal);
        const change = {
          ...options,
          ...(from !== undefined && { sender: from }),
          ...(password !== undefined && { password }),
        };
        const servers = shop.get(MailServers);
        const server = await noteChange(
          shop,
          () => told(servers),
          () => servers.set(change),
        );
        if (options.host !== undefined || options.port !== undefined) {
          await allowSetHost(shop, terminal, endpoint(server.host, server.port));
        }
        terminal.item(rowOf(server));
      }),
    );

  server
    .command('remove')
    .description('forget the mail server; e-mail is sent no more')
    .action(() =>
      withShop(async (shop) => {
        const servers = shop.get(MailServers);
        await noteChange(
          shop,
          () => told(servers),
          () => servers.removeNow(),
        );
        terminal.show({ mail_server: null }, 'E-mail is sent no more.');
      }),
    );
};

async function told(servers: MailServers): Promise<Row | null> {
  const server = await servers.find();
  return server && rowOf(server);
}

function rowOf({ host, port, security, username, encryptedPassword, sender }: MailServer): Row {
  const password = encryptedPassword ? 'set' : 'none';
  return { host, port, security, username, password, from: sender };
}
