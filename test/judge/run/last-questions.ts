import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder } from '../recorder.js';
import type { ClientProgram } from './client-program.js';
import type { Operator } from './operator.js';
import { issueToken } from './operator-work.js';
import type { Trade, TradingAccount } from './trade.js';

const PATIENCE_MS = 30_000;
const RETRY_DELAY_MS = 200;
const TRIES = 100;
const CHECKED_AT_ONCE = 100;
const PAGE = 500;

interface Page {
  readonly next?: string | null;
}

/** When no fault comes any more: asks for all that is doubtful, and reads the whole books of all accounts. */
export class LastQuestions {
  private asked = 0;

  constructor(
    private readonly program: ClientProgram,
    private readonly operator: Operator,
    private readonly recorder: Recorder,
  ) {}

  async ask({ accounts }: Trade): Promise<void> {
    for (const account of accounts) {
      const token = await issueToken(this.operator, account, this.recorder);
      await this.askForKeys(account, token);
      await this.answered('profile', token);
      await this.readAll(`orders?limit=${PAGE}`, token);
      await this.readAll(`statement?limit=${PAGE}`, token);
      await this.answered('catalog', token);
    }
  }

  /** Asks for those that are doubtful, and then seals them, so that each has an end. */
  private async askForKeys({ keys, doubtful }: TradingAccount, token: string): Promise<void> {
    const uuids = [...doubtful.keys()];
    for (const seal of ['', '&seal=1']) {
      for (let first = 0; first < uuids.length; first += CHECKED_AT_ONCE) {
        const part = uuids.slice(first, first + CHECKED_AT_ONCE);
        await this.answered(`check?uuid=1${seal}&orders=[${part.join()}]`, token);
      }
    }
    const last = keys.slice(-CHECKED_AT_ONCE).map(({ uuid }) => uuid);
    if (last.length > 0) await this.answered(`check?uuid=1&orders=[${last.join()}]`, token);
  }

  private async readAll(route: string, token: string): Promise<void> {
    let cursor = '';
    for (;;) {
      const { next } = await this.answered<Page>(`${route}${cursor}`, token);
      if (typeof next !== 'string') return;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
  }

  /** @throws Error when it is not answered for long */
  private async answered<T>(route: string, token: string): Promise<T> {
    for (let tries = 0; tries < TRIES; tries++) {
      const path = `/client/api/${route}`;
      const answer = await this.program.ask(this.asked++, path, { token }, PATIENCE_MS);
      if (answer?.status === 200) return answer.json as T;
      await sleep(RETRY_DELAY_MS);
    }
    throw new Error(`${route} was not answered although no fault came any more`);
  }
}
