import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuSecondsOf } from './cpu-time.js';
import type { Duration } from './load.js';
import { HOST, type RawAnswer } from './raw-client.js';

/** One request that is sent again and again. */
export interface RepeatedRequest {
  readonly port: number;
  /** The process of the server, where its processor time is to be measured. */
  readonly pid?: number;
  readonly request: string;
  readonly clients: number;
  /** Sent by further clients in turn, such as the same question of other accounts; all answers have one length. */
  readonly otherRequests?: readonly string[];
  /** What is answered each time, but for the date. */
  readonly answer: RawAnswer;
  /** True when the server's database needs the core that this process would keep busy while it waits. */
  readonly sharesCore?: true;
}

const READ_SIZE = 65_536;

/** What a server does for answers. */
export interface AnswerRate {
  readonly perSecond: number;
  /** Microseconds of the processors that the server spends on an answer; NaN where that is not known. */
  readonly cpuUs: number;
}

/** As `answerRate`, without the time of the processors. */
export async function answersPerSecond(
  asked: RepeatedRequest,
  duration: Duration,
): Promise<number> {
  return (await answerRate(asked, duration)).perSecond;
}

/**
 * How many answers a second come to `clients` connections that each send the same request again as soon as it was
 * answered. Answers are told apart by their length alone, and their bytes are counted, large answers by parts, so
 * that the client costs as little as it can.
 * @throws Error when an answer has another status or length, or the server hangs up.
 */
export async function answerRate(
  asked: RepeatedRequest,
  { warmUpSeconds, seconds }: Duration,
): Promise<AnswerRate> {
  const requests = [asked.request, ...(asked.otherRequests ?? [])];
  const clients = Array.from({ length: asked.clients }, (_, client) => {
    const request = requests[client % requests.length] ?? asked.request;
    return new RepeatingClient({ ...asked, request });
  });
  const failed = Promise.race(clients.map(({ ended }) => ended));
  const sleep = asked.sharesCore ? undefined : stayAwake();
  const bytes = (): number => clients.reduce((sum, client) => sum + client.bytes, 0);
  const cpuSeconds = async (): Promise<number> => (await cpuSecondsOf(asked.pid ?? NaN)) ?? NaN;
  try {
    await Promise.race([wait(warmUpSeconds * 1000), failed]);
    const cpuBefore = await cpuSeconds();
    const [before, begin] = [bytes(), performance.now()];
    await Promise.race([wait(seconds * 1000), failed]);
    const [after, end] = [bytes(), performance.now()];
    const cpu = (await cpuSeconds()) - cpuBefore;
    // The last answers, too: a slow server that still works on them would slow down whoever is measured next.
    await Promise.all(clients.map((client) => client.finish()));
    const answers = (after - before) / asked.answer.length;
    return { perSecond: (answers / (end - begin)) * 1000, cpuUs: (cpu / answers) * 1e6 };
  } finally {
    sleep?.();
    for (const client of clients) client.close();
  }
}

/**
 * Keeps this process from sleeping while it waits. To wake it costs the server a part of each answer, and only a server
 * that is slower than this process finds it asleep: the slower of two would look slower than it is.
 * @returns what ends that.
 */
function stayAwake(): () => void {
  let awake = true;
  const turn = (): void => {
    if (awake) setImmediate(turn);
  };
  turn();
  return () => {
    awake = false;
  };
}

/** A connection that asks again at once, until it is to finish. */
class RepeatingClient {
  /** Received so far. */
  bytes = 0;
  private ofAnswer = 0;
  private finishing = false;
  private readonly end = Promise.withResolvers<undefined>();
  private readonly socket: Socket;

  constructor(private readonly asked: RepeatedRequest) {
    this.socket = connect({
      port: asked.port,
      host: HOST,
      noDelay: true,
      onread: {
        // One buffer for all that comes: fresh ones would cost more than the rest of the client.
        buffer: Buffer.allocUnsafe(READ_SIZE),
        callback: (count, buffer) => {
          this.read(count, buffer);
          return true;
        },
      },
    });
    this.socket.on('error', this.end.reject);
    this.socket.on('end', () => {
      this.fail('the server hung up');
    });
    this.socket.write(asked.request);
  }

  /** Settles after the last answer, or with what went wrong. */
  get ended(): Promise<undefined> {
    return this.end.promise;
  }

  /** Resolves when what was asked last is answered. */
  finish(): Promise<undefined> {
    this.finishing = true;
    return this.ended;
  }

  close(): void {
    this.socket.destroy();
  }

  private read(count: number, buffer: Uint8Array): void {
    const { answer, request } = this.asked;
    if (this.ofAnswer === 0 && statusOf(buffer) !== answer.status) {
      this.fail(`an answer has status ${statusOf(buffer)} instead of ${answer.status}`);
    }
    this.bytes += count;
    this.ofAnswer += count;
    if (this.ofAnswer < answer.length) return;
    if (this.ofAnswer > answer.length) this.fail('an answer is longer than the first one');
    this.ofAnswer = 0;
    if (this.finishing) this.end.resolve(undefined);
    else this.socket.write(request);
  }

  private fail(sentence: string): void {
    this.end.reject(new Error(sentence));
  }
}

/** The three digits behind "HTTP/1.1 ". */
function statusOf(buffer: Uint8Array): number {
  const digit = (index: number): number => (buffer[index] ?? 0) - 48;
  return digit(9) * 100 + digit(10) * 10 + digit(11);
}
