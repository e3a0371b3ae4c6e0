import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { CONFIG, configFor, readSettings, type SoukConfig } from '../../src/config/souk-config.js';
import { createApp } from '../../src/start/app.js';
import { HttpClient, type Answer, type Ask } from './http-client.js';
import type { TestDatabase } from './test-database.js';
import { FEW_CONNECTIONS, PATIENT, type TestShop } from './test-shop.js';
import { until } from './until.js';

/** An instance that learns of changes as in production: the test does not have it read the revisions. */
export class Instance {
  private constructor(
    private readonly app: NestExpressApplication,
    readonly baseUrl: string,
    private readonly client = new HttpClient(baseUrl),
  ) {}

  static async on(
    db: Pick<TestDatabase, 'url' | 'directUrl'>,
    settings: Record<string, string> = {},
  ): Promise<Instance> {
    const read = readSettings({ PORT: '0', ...PATIENT, ...FEW_CONNECTIONS, ...settings });
    const app = await createApp(configFor(read, db), pino({ level: 'silent' }));
    await app.listen(0, '127.0.0.1');
    const server: Server = app.getHttpServer();
    const { port } = server.address() as AddressInfo;
    return new Instance(app, `http://127.0.0.1:${port}`);
  }

  /** Another server of a running shop, which has the same secret keys. */
  static beside({ app, db }: TestShop): Promise<Instance> {
    const { SECRET_KEYS: keys } = app.get<SoukConfig>(CONFIG, { strict: false });
    return Instance.on(db, { SECRET_KEYS: keys.map((key) => key.toString('base64')).join() });
  }

  /** Any service of the application, of any module. */
  service<T>(type: Type<T>): T {
    return this.app.get(type, { strict: false });
  }

  send(token: string, route: string, ask: Ask = {}): Promise<Answer> {
    return this.client.send(`/client/api/${route}`, { ...ask, token });
  }

  /** Any path, without a token of an account. */
  requestPage(path: string, ask: Ask = {}): Promise<Answer> {
    return this.client.send(path, ask);
  }

  async ask(token: string, route: string): Promise<string> {
    return (await this.send(token, route)).text;
  }

  /** The status of a page that needs no token. */
  async page(path: string): Promise<number> {
    return (await this.client.send(path)).status;
  }

  /** Asks for a quote until the instance knows the product, which the test has just made. */
  async untilKnown(token: string, product: number): Promise<void> {
    await until(async () => (await this.send(token, `quote/${product}/params`)).status === 200);
  }

  /** Asks until the answer is another one. */
  untilChanged(token: string, route: string, from: string): Promise<string> {
    return until(async () => {
      const text = await this.ask(token, route);
      return text !== from && text;
    });
  }

  close(): Promise<void> {
    this.client.close();
    return this.app.close();
  }
}
