import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { SMTPServerOptions } from 'smtp-server';
import { MailClient, reasonOf, type MailRoute } from '../../src/notifications/mail/mail-client.js';
import { SsrfGuard } from '../../src/outgoing/ssrf-guard.js';
import { LOCALHOST_CERTIFICATE } from '../support/localhost-certificate.js';
import { MailReceiver } from '../support/mail-receiver.js';
import { until } from '../support/until.js';

const MAIL = {
  id: 'msg_1',
  from: 'souk@shop.example',
  to: 'ops@shop.example',
  subject: '[Souk] 2 orders wait',
  text: '2 × \u2068شحن\u2069\n.\nFrom nobody\n',
};

const guard = new SsrfGuard(() => Promise.resolve(true));
const client = new MailClient(guard);
/** Long enough for loopback on a busy machine; only for servers that never answer. */
const hasty = new MailClient(guard, 1_000);
const receivers: MailReceiver[] = [];

async function receiver(options?: SMTPServerOptions): Promise<MailReceiver> {
  const started = await MailReceiver.start(options);
  receivers.push(started);
  return started;
}

const route = (port: number, others: Partial<MailRoute> = {}): MailRoute => ({
  host: 'localhost',
  port,
  security: 'none',
  username: '',
  password: '',
  ...others,
});

const usual = getCACertificates('default');
afterEach(async () => {
  setDefaultCACertificates(usual);
  await Promise.all(receivers.splice(0).map((one) => one.close()));
});

describe('a mail', () => {
  it('goes to no server with a private address, unless that is allowed', async () => {
    const server = await receiver();
    const strict = new MailClient(new SsrfGuard(() => Promise.resolve(false)));
    await expect(strict.send(route(server.port), MAIL)).rejects.toThrow(
      /^localhost is not on the public internet \(.*127\.0\.0\.1.*\), so nothing was sent/,
    );
    expect(server.received).toEqual([]);
  });

  it('arrives as it was written, without what the server may take for an end', async () => {
    const server = await receiver();
    await client.send(route(server.port), MAIL);

    const [mail] = server.received;
    expect(mail).toMatchObject({ from: MAIL.from, to: [MAIL.to], text: MAIL.text });
    expect(mail?.isEncrypted).toBe(false);
    const named = ['from', 'to', 'subject', 'message-id', 'auto-submitted', 'content-type'];
    expect(named.map((name) => mail?.headers.get(name))).toEqual([
      MAIL.from,
      MAIL.to,
      MAIL.subject,
      '<msg_1@shop.example>',
      'auto-generated',
      'text/plain; charset=utf-8',
    ]);
  });

  it('has no header that a text has brought along', async () => {
    const server = await receiver();
    const subject = 'a\r\nBcc: evil@example.com\r\n\r\nbody';
    await client.send(route(server.port), { ...MAIL, subject });

    const [mail] = server.received;
    expect(mail?.to).toEqual([MAIL.to]);
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.text).toBe(MAIL.text);
  });
});

describe('a sign-in', () => {
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _, done) => {
    if (password === 'right') done(null, { user: username ?? '' });
    else done(new Error('no such user ops@shop.example'));
  };

  it('is done with user name and password', async () => {
    const server = await receiver({ onAuth, authOptional: false });
    await client.send(route(server.port, { username: 'souk', password: 'right' }), MAIL);
    expect(server.received[0]?.user).toBe('souk');
  });

  it('that is refused is told without addresses', async () => {
    const server = await receiver({ onAuth, authOptional: false });
    const sent = client.send(route(server.port, { username: 'souk', password: 'wrong' }), MAIL);
    await expect(sent).rejects.toThrow(/Invalid login: .*no such user \*\*\*$/);
    await expect(client.send(route(server.port), MAIL)).rejects.toThrow(/authentication/i);
  });
});

describe('encryption', () => {
  const encrypted = { disabledCommands: [] };

  it.each([
    ['starttls', encrypted],
    ['tls', { ...encrypted, secure: true }],
  ] as const)('by %s is used with a server that proves who it is', async (security, options) => {
    setDefaultCACertificates([...usual, LOCALHOST_CERTIFICATE]);
    const server = await receiver(options);
    await client.send(route(server.port, { security }), MAIL);
    await client.send(route(server.port, { security, host: '127.0.0.1' }), MAIL);
    expect(server.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true]);
  });

  it.each([
    ['starttls', encrypted],
    ['tls', { ...encrypted, secure: true }],
  ] as const)('by %s is refused with a certificate of its own', async (security, options) => {
    const server = await receiver(options);
    await expect(client.send(route(server.port, { security }), MAIL)).rejects.toThrow(
      /self-signed certificate/,
    );
    expect(server.received).toEqual([]);
  });

  it('that is required is not left out', async () => {
    const server = await receiver();
    const sent = client.send(route(server.port, { security: 'starttls' }), MAIL);
    await expect(sent).rejects.toThrow(/STARTTLS/);
    expect(server.received).toEqual([]);
  });

  it('that the server demands is told', async () => {
    const onMailFrom: SMTPServerOptions['onMailFrom'] = (_, session, done) => {
      done(session.secure ? null : new Error('Must issue a STARTTLS command first'));
    };
    const server = await receiver({ ...encrypted, onMailFrom });
    await expect(client.send(route(server.port), MAIL)).rejects.toThrow(/STARTTLS command first/);
  });
});

describe('a server that refuses', () => {
  it('the recipient', async () => {
    const server = await receiver({
      onRcptTo: ({ address }, _, done) => {
        done(new Error(`<${address}> is unknown\u0007`));
      },
    });
    await expect(client.send(route(server.port), MAIL)).rejects.toThrow(/\*\*\*.* is unknown/);
  });

  it('the connection', async () => {
    const server = await receiver();
    const { port } = server;
    await server.close();
    await expect(client.send(route(port), MAIL)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('its name', async () => {
    const sent = client.send(route(25, { host: 'no-such-host.invalid' }), MAIL);
    await expect(sent).rejects.toThrow(/no-such-host\.invalid/);
  });
});

describe('a server that hangs', () => {
  let server: Server | undefined;
  let sockets: Socket[];

  /** @param talk what is said to the client. */
  async function start(talk: (socket: Socket) => void): Promise<number> {
    sockets = [];
    const started = createServer((socket) => {
      sockets.push(socket);
      // Without reading, its end is not noticed.
      socket.on('error', () => undefined).resume();
      talk(socket);
    });
    server = started.listen(0, '127.0.0.1');
    await once(started, 'listening');
    return (started.address() as AddressInfo).port;
  }
  afterEach(() => server?.close());

  it.each<[string, (socket: Socket) => void]>([
    ['and says nothing', () => undefined],
    ['after its greeting', (socket) => socket.write('220 hello\r\n')],
    [
      'in the midst of an endless answer',
      (socket) => {
        const timer = setInterval(() => socket.write('220-and more\r\n'), 20);
        socket.on('close', () => {
          clearInterval(timer);
        });
      },
    ],
    ['instead of encrypting', (socket) => socket.write('220 a\r\n250 STARTTLS\r\n220 go\r\n')],
  ])('%s is given up, and its connection closed', async (_, talk) => {
    const port = await start(talk);
    const sent = hasty.send(route(port, { security: 'starttls' }), MAIL);
    await expect(sent).rejects.toThrow('no answer within 1 seconds');
    await until(() => sockets.length === 1 && sockets.every(({ closed }) => closed));
  });

  it('is given up while it speaks encrypted', async () => {
    setDefaultCACertificates([...usual, LOCALHOST_CERTIFICATE]);
    const hanging = await receiver({ secure: true, onData: () => undefined });
    const sent = hasty.send(route(hanging.port, { security: 'tls' }), MAIL);
    await expect(sent).rejects.toThrow('no answer within 1 seconds');
  });
});

it('a reason is short, on one line and without addresses', () => {
  expect(reasonOf(new Error('550 <a@b.example>:\r\nno\u0000 c@d'))).toBe('550 <***>: no ***');
  expect(reasonOf('x'.repeat(1_000))).toHaveLength(300);
});
