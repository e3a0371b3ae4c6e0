import { operatorName } from '../../src/commands/context/command-context.js';

/** Random texts of answers, and the name that each gets in a transcript. */
const RANDOM: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['LINK', /(?<=\/link\/)[0-9a-f]{64}\.[0-9a-f]{32}/g],
  ['TOKEN', /souk_op_\w+|whsec_[\w+/=]+/g],
  ['ORDER', /ID_[0-9a-f]{16}/g],
  ['HASH', /\b[0-9a-f]{64}(?:[0-9a-f]{64})?\b/g],
  ['UUID', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
];
const TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g;
const DAY = /\b20[012]\d-\d\d-\d\d\b/g;
const CURSOR = /(?<="next":")[\w-]{40,}(?=")/g;
const LOOPBACK = /127\.0\.0\.1:\d{4,5}\b/g;
/** Who types the commands. */
const TERMINAL = operatorName();
const KEPT_YEARS = /^(?:20[3-9]\d|2[1-9])/;

/** Replaces what is random in answers by names, the same text by the same name, and back in requests. */
export class StableText {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  of(text: string): string {
    let stable = text;
    for (const [kind, pattern] of RANDOM) {
      stable = stable.replace(pattern, (found) => this.nameOf(kind, found));
    }
    return stable
      .replace(TIME, (time) => (KEPT_YEARS.test(time) ? time : 'TIME'))
      .replace(DAY, 'DAY')
      .replace(CURSOR, 'CURSOR')
      .replaceAll(TERMINAL, 'operator:USER')
      .replace(LOOPBACK, '127.0.0.1:PORT');
  }

  /** The text with what stands behind its names. */
  filled(text: string): string {
    return text.replace(/\b(?:TOKEN|ORDER|HASH|UUID|LINK)#\d+/g, (name) => {
      const found = [...this.names].find(([, other]) => other === name);
      if (!found) throw new Error(`nothing is named ${name} yet`);
      return found[0];
    });
  }

  private nameOf(kind: string, text: string): string {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    const name = `${kind}#${count}`;
    this.names.set(text, name);
    return name;
  }
}
