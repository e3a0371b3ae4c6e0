import { readFile } from 'node:fs/promises';

/** The states of `/proc/net/tcp` that a connection of a server may be in. */
const STATES: Readonly<Record<string, string>> = {
  '01': 'ESTABLISHED',
  '03': 'SYN-RECV',
  '04': 'FIN-WAIT-1',
  '05': 'FIN-WAIT-2',
  '06': 'TIME-WAIT',
  '07': 'CLOSE',
  '08': 'CLOSE-WAIT',
  '09': 'LAST-ACK',
  '0B': 'CLOSING',
};
const LISTENING = '0A';

/** How many connections of a server are in each state. */
export type SocketStates = Readonly<Record<string, number>>;

/** The connections of a port on this machine that a process still holds. */
export async function heldSockets(port: number): Promise<SocketStates> {
  return statesOf(await readFile('/proc/net/tcp', 'utf8'), port);
}

/**
 * @param table the text of `/proc/net/tcp`: a row's second word is `address:port` of its own side in hexadecimal, the
 * fourth its state, the tenth its inode, which is 0 when no process holds it any more.
 */
export function statesOf(table: string, port: number): SocketStates {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const states: Record<string, number> = {};
  for (const line of table.split('\n').slice(1)) {
    const [, local = '', , state = '', , , , , , inode = '0'] = line.trim().split(/\s+/);
    if (!local.endsWith(suffix) || state === LISTENING || inode === '0') continue;
    const name = STATES[state] ?? state;
    states[name] = (states[name] ?? 0) + 1;
  }
  return states;
}

/** All of them. */
export function countOf(states: SocketStates): number {
  return Object.values(states).reduce((sum, count) => sum + count, 0);
}

/** `CLOSE-WAIT 400, ESTABLISHED 2` */
export function inWords(states: SocketStates): string {
  const words = Object.entries(states).map(([state, count]) => `${state} ${count}`);
  return words.length > 0 ? words.sort().join(', ') : 'none';
}
