import {
  MAIL_SECURITIES,
  type MailSecurity,
  type MailServer,
} from '../../notifications/mail/mail-server.entity.js';
import { MailServers } from '../../notifications/mail/mail-server.service.js';
import { endpoint } from '../../outgoing/endpoint.js';
import { flag, text, whole, word } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { assertMayReach } from '../allowed-host.js';
import { IntegerField, TextField, WordField } from '../fields/fields.js';
import { operation, type Target } from '../operation.js';

export class MailServerSettingDto {
  @TextField({ min: 1, max: 253, example: 'mail.shop.example' })
  host: string;

  @IntegerField({ min: 1, max: 65_535, example: 587 })
  port: number;

  @WordField(MAIL_SECURITIES, { description: 'starttls is required then.' })
  security: MailSecurity;

  @TextField({ max: 1000, optional: true, description: 'Left out for a server without sign-in.' })
  username?: string;

  @TextField({
    max: 1000,
    optional: true,
    isSecret: true,
    description: 'Left out, it stays as long as host and user name do.',
  })
  password?: string;

  @TextField({ min: 3, max: 320, example: 'souk@shop.example' })
  from: string;
}

/** The mail server without its password. */
export const MAIL_SERVER_SHAPE = shapeOf<MailServer>()('MailServerDto', {
  host: text({ example: 'mail.shop.example' }),
  port: whole({ example: 587 }),
  security: word(MAIL_SECURITIES)(),
  username: text({ example: '' }),
  has_password: flag(({ encryptedPassword }) => encryptedPassword !== null),
  from: text(({ sender }) => sender, { example: 'souk@shop.example' }),
});
export type MailServerDto = ShownBy<typeof MAIL_SERVER_SHAPE>;

/** The shop has one at most. */
const MAIL_SERVER = {
  noun: 'mail server',
  shape: MAIL_SERVER_SHAPE,
  locked: (services, manager) => services(MailServers).locked(manager),
} satisfies Target<MailServer | null>;

export const mailServerSet = operation({
  name: 'notify mail-server set',
  operationId: 'mail-server-set',
  summary: 'set the mail server of notifications',
  permission: 'settings.edit',
  route: 'PUT mail-server',
  kind: 'setting',
  target: MAIL_SERVER,
  input: MailServerSettingDto,
  prepare: (asked) => assertMayReach(asked, endpoint(asked.input.host, asked.input.port), 'host'),
  run: async ({ services, manager, thing, input: { from: sender, username = '', ...others } }) => {
    await services(MailServers).put(manager, thing, { ...others, username, sender });
  },
});

export const mailServerRemove = operation({
  name: 'notify mail-server remove',
  operationId: 'mail-server-remove',
  summary: 'forget the mail server; e-mail is sent no more',
  permission: 'settings.edit',
  route: 'DELETE mail-server',
  target: MAIL_SERVER,
  run: async ({ services, manager }) => {
    const answer = MAIL_SERVER_SHAPE.of(await services(MailServers).remove(manager));
    return { answer, after: null };
  },
});
