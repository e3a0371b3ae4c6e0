import { Option } from 'commander';
import { MAIL_SECURITIES, type MailSecurity } from '../../notifications/mail/mail-server.entity.js';
import { MailServers } from '../../notifications/mail/mail-server.service.js';
import {
  MAIL_SERVER_SHAPE,
  mailServerRemove,
} from '../../operations/notifications/mail-server.operations.js';
import { mailServerShow } from '../../operations/notifications/notification.lists.js';
import { endpoint } from '../../outgoing/endpoint.js';
import { limitArgument, type AddOwnCommands } from '../context/command-context.js';
import { noteChange, type Told } from '../context/noted-change.js';
import { allowSetHost } from '../context/set-host.js';
import { typedSecret } from '../context/typed-secret.js';
import { addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';

interface SetOptions {
  readonly host?: string;
  readonly port?: number;
  readonly security?: MailSecurity;
  readonly username?: string;
  readonly passwordFile?: string;
  readonly passwordStdin?: true;
  readonly from?: string;
}

export const addMailServerCommands: AddOwnCommands = (server, context) => {
  const { terminal, withShop } = context;
  addReading(server, context, mailServerShow);

  // What is left out stays, the password comes from a file, and a private host is allowed by the command itself.
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
        terminal.item(MAIL_SERVER_SHAPE.of(server));
      }),
    );

  addOperation(server, context, mailServerRemove, { said: 'E-mail is sent no more.' });
};

async function told(servers: MailServers): Promise<Told> {
  const server = await servers.find();
  return server && { ...MAIL_SERVER_SHAPE.of(server) };
}
